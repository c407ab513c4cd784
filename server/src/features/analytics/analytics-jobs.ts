import type { Deps } from '../../deps.ts'
import { inParts } from '../../jobs/yielding.ts'
import { foldTallies } from './analytics-queries.ts'

const FIRST_CREATOR = '00000000-0000-0000-0000-000000000000'

export function registerAnalyticsJobs({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): void {
  // Readers also read the rows of the last minute, so figures are current before this runs.
  jobs.work('analytics.fold', () => foldAll(db), { schedule: '* * * * *' })
}

/** Adds all due rows to the tallies. */
async function foldAll(db: Deps['db']): Promise<void> {
  let from = FIRST_CREATOR
  await inParts(async (atMost) => {
    const { folded, last } = await foldTallies(db, { atMost, from })
    from = last ?? from
    return last !== null && folded >= atMost
  })
}
