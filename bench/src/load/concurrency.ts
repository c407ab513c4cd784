/** Runs the work for every item of a list, at most `count` at a time. */
export async function eachAtOnce<T>(
  list: readonly T[],
  count: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < list.length) {
      const index = next
      next += 1
      await work(list[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: count }, worker))
}
