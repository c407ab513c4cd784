import { createPause } from './pause.ts'

const FIRST_ROWS = 1_000
const FEWEST_ROWS = 100
const MOST_ROWS = 20_000
/** How long a part should take, so that nobody who writes waits for it. */
const PART_MS = 100
/** Pause after a part, in times of what it took: the work takes a tenth of a core at most. */
const REST = 9
/** A run rests no longer than this either. The next one goes on where it ended. */
const LONGEST_MS = 50_000

/**
 * Does work on many rows in parts that adapt to the time they take. `work` is told how many rows to handle at most, and
 * says whether more are left. Begins no part after fifty seconds.
 */
export async function inParts(work: (atMost: number) => Promise<boolean>): Promise<void> {
  const end = performance.now() + LONGEST_MS
  let atMost = FIRST_ROWS
  for (;;) {
    const begin = performance.now()
    if (!(await work(atMost))) return
    const took = performance.now() - begin
    atMost = Math.round(Math.min(Math.max((atMost * PART_MS) / took, FEWEST_ROWS), MOST_ROWS))
    const rest = took * REST
    if (performance.now() + rest >= end) return
    await createPause().wait(rest)
  }
}

/** A hundredth of a core at most. */
const SELDOM = 99

/**
 * Lets a scheduled job rest longer than its schedule says when it takes long: 99 times as long as it took. A run that
 * comes too early does nothing. Each process knows only its own runs.
 */
export function resting(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let notBefore = 0
  return async () => {
    const begin = performance.now()
    if (begin < notBefore) return
    await work()
    const end = performance.now()
    const rest = (end - begin) * SELDOM
    notBefore = rest > everyMs ? end + rest : 0
  }
}
