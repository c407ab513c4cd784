/**
 * Runs `work` for each item, at most `count` at a time. After a failure it starts nothing new, waits for what is running
 * and throws the first error.
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
  const results = await Promise.allSettled(Array.from({ length: count }, worker))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
