/**
 * Does the work for each of a list, so many at a time. After a failure nothing new is begun, and what is under way is
 * waited for.
 */
export async function forEachConcurrently<T>(
  list: readonly T[],
  count: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...list]
  const worker = async () => {
    try {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
    } catch (error) {
      waiting.length = 0
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: count }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
