import { GROWTH_STEP, getGrowth } from '@plinth/contract/moderation/growth.ts'
import type { Context, Deps } from '../../../deps.ts'
import { countDays, findDue, readGrowth } from './growth-queries.ts'

const COUNT_JOB = 'growth.count'
/** Days that are counted in one statement, so that a first count of years is many short ones. */
const DAYS_AT_ONCE = 7
const DAY_MS = 86_400_000

/** Members and money by time, counted by a job into a row for each day. */
export function registerGrowth({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db, jobs, now } = deps
  jobs.work(COUNT_JOB, () => countDue({ db, now }), { schedule: '*/10 * * * *' })
  mount(getGrowth, async ({ query: { by = GROWTH_STEP } }) => {
    const growth = await readGrowth(db, by, now())
    // Whoever looks before the first count need not wait ten minutes for it.
    if (growth.countedAt === null) await jobs.send(db, COUNT_JOB, {})
    return growth
  })
}

/** Counts all days that are due, the earliest first: what a stopped count has written stays. */
async function countDue({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const due = await findDue(db, now())
  if (due === null) return
  const last = Date.parse(due.to)
  for (let at = Date.parse(due.from); at <= last; at += DAYS_AT_ONCE * DAY_MS) {
    const until = Math.min(last, at + (DAYS_AT_ONCE - 1) * DAY_MS)
    await countDays(db, { from: dayOf(at), to: dayOf(until) })
  }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
