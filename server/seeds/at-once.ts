/** Enough to keep every imaging process busy while other pictures are written to disk. */
const AT_ONCE = 4

/** After a failure nothing new is begun, and what is under way is waited for. */
export async function eachAtOnce<T>(
  list: readonly T[],
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
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
