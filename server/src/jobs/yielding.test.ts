import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inParts, resting } from './yielding.ts'

/** Work that takes so many milliseconds. */
const taking = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/** Lets the time pass until it is done. */
async function ended(work: Promise<void>): Promise<void> {
  await vi.runAllTimersAsync()
  await work
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('makes parts as large as a tenth of a second allows, and rests nine times as long as each took', async () => {
  const asked: [atMost: number, at: number][] = []
  const begin = performance.now()
  const parts = inParts(async (atMost) => {
    asked.push([atMost, performance.now() - begin])
    // A tenth of a millisecond for each row, later much more.
    await taking(asked.length < 3 ? atMost / 10 : 100_000)
    return true
  })
  await ended(parts)
  expect(asked).toEqual([
    [1_000, 0],
    [1_000, 1_000],
    [1_000, 2_000],
  ])
})

it('ends with the part after which nothing is left', async () => {
  const work = vi.fn<() => Promise<boolean>>(async () => false)
  await ended(inParts(work))
  expect(work).toHaveBeenCalledTimes(1)
})

it('takes fewer rows when they take long, within bounds', async () => {
  const asked: number[] = []
  const took = [1, 4_000, 10]
  const parts = inParts(async (atMost) => {
    asked.push(atMost)
    await taking(took[asked.length - 1] ?? 0)
    return asked.length < 4
  })
  await ended(parts)
  expect(asked).toEqual([1_000, 20_000, 500, 5_000])
})

it('runs a short job each time, and a long one at most a hundredth of the time', async () => {
  const runs: number[] = []
  let ms = 5_000
  const job = resting(900_000, async () => {
    runs.push(performance.now())
    await taking(ms)
  })
  await ended(job())
  await ended(job())
  expect(runs).toHaveLength(2)
  ms = 30_000
  await ended(job())
  await ended(job())
  expect(runs).toHaveLength(3)
  await ended(taking(99 * 30_000))
  await ended(job())
  expect(runs).toHaveLength(4)
})

it('ends instead of resting beyond its time', async () => {
  const begin = performance.now()
  const parts = inParts(async () => {
    await taking(6_000)
    return true
  })
  await ended(parts)
  expect(performance.now() - begin).toBe(6_000)
})
