import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { foldTallies } from './analytics-queries.ts'

const FIRST_ROWS = 1_000
const FEWEST_ROWS = 100
const MOST_ROWS = 20_000
/** How long a part should take, so that nobody who writes waits for it. */
const PART_MS = 100
/** Pause after a part, in times of what it took: the fold takes a tenth of a core at most. */
const REST = 9
/** The job begins anew each minute. */
const LONGEST_MS = 50_000
const FIRST_CREATOR = '00000000-0000-0000-0000-000000000000'

export function registerAnalyticsJobs({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): void {
  // Readers also read the rows of the last minute, so figures are current before this runs.
  jobs.work('analytics.fold', () => foldAll(db), { schedule: '* * * * *' })
}

/** Adds all due rows to the tallies, in parts that adapt to the time they take. */
async function foldAll(db: Deps['db']): Promise<void> {
  const end = performance.now() + LONGEST_MS
  let atMost = FIRST_ROWS
  let from = FIRST_CREATOR
  while (performance.now() < end) {
    const begin = performance.now()
    const { folded, last } = await foldTallies(db, { atMost, from })
    if (folded < atMost || last === null) return
    const took = performance.now() - begin
    atMost = Math.round(Math.min(Math.max((atMost * PART_MS) / took, FEWEST_ROWS), MOST_ROWS))
    from = last
    await sleep(took * REST)
  }
}
