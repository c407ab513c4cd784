import { hasOutboxRows, processOutbox } from '../../src/core/notifications/outbox/outbox-queries.ts'
import { createViewBuffer } from '../../src/db/views.ts'
import { workViews } from '../../src/features/portfolios/portfolio-toggle-queries.ts'
import { hotScoreQueue } from '../../src/features/posts/post-jobs.ts'
import { postViews } from '../../src/features/posts/post-toggle-queries.ts'
import type { HandledApp } from '../app.ts'
import type { Random } from '../random.ts'
import {
  DEEDS,
  PER_THOUSAND,
  SHARE_WHO_COME,
  VISITS,
  type Acts,
  type Deed,
  type Looks,
} from './acts.ts'
import type { Clock } from './clock.ts'
import type { Person } from './people.ts'

const QUARTER = 15 * 60_000
const QUARTERS = 96
/** After so many quarters, what the server does every minute, except for tallies, which are made of quarters. */
const TOGETHER = 4

/** What the server does by the clock, and would do within a day. Money is left out: nobody is paid here. */
const DAILY = [
  'session.sweep',
  'idempotency.sweep',
  'limits.sweep',
  'portfolios.refresh',
  'media.sweep',
  'media.mark',
  'uploads.sweep',
  'deliveries.sweep',
  'projects.limits',
  'reviews.publish',
  'promotions.limits',
  'takedowns.restore',
  'account.purge',
  'account.export-sweep',
  'notifications.mail',
]

interface DayInput {
  handled: HandledApp
  clock: Clock
  acts: Acts
  random: Random
  /** Midnight in UTC. */
  begin: Date
  /** Called after each quarter of an hour. */
  afterQuarter: () => Promise<void>
}

/** Lives one day, a quarter of an hour after the other, with what the server does meanwhile. */
export async function liveDay(input: DayInput): Promise<void> {
  const { handled, clock, acts, random, begin, afterQuarter } = input
  const { app, deps, run } = handled
  const { visits, deeds } = planDay(acts, random)
  const hot = hotScoreQueue({ app, deps })
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    const [coming, doing] = [visits[quarter] ?? [], deeds[quarter] ?? []]
    if (coming.length + doing.length > 0) {
      await clock.moveTo(new Date(begin.getTime() + quarter * QUARTER))
      await withLooks(deps, async (looks) => {
        await Promise.all(coming.map((person) => acts.visit(person, looks)))
      })
      for (const deed of doing) await acts.act(deed)
      await run('analytics.fold')
    }
    if (quarter % TOGETHER === TOGETHER - 1) {
      await hot.flush()
      if (await hasOutboxRows(deps.db)) while ((await processOutbox(deps.db))?.isMore === true);
    }
    await afterQuarter()
  }
  await clock.tellOthers()
  for (const name of DAILY) await run(name)
}

/** Who comes in which quarter of an hour, and what else happens then. Most of it around noon and in the evening. */
function planDay(acts: Acts, random: Random) {
  const quarters = <T>(): T[][] => Array.from({ length: QUARTERS }, () => [])
  const [visits, deeds] = [quarters<Person>(), quarters<Deed>()]
  const sometime = () => Math.floor((QUARTERS * (random.next() + random.next())) / 2)
  const size = acts.size()
  const coming = new Set<Person>()
  while (coming.size < size * SHARE_WHO_COME) coming.add(acts.anybody())
  for (const person of coming)
    for (let visit = 0; visit < VISITS; visit += 1) visits[sometime()]?.push(person)
  for (const deed of DEEDS) {
    const mean = (PER_THOUSAND[deed] * size) / 1_000
    const count = Math.floor(mean) + Number(random.chance(mean % 1))
    for (let done = 0; done < count; done += 1) deeds[sometime()]?.push(deed)
  }
  return { visits, deeds }
}

/** Notes looks in the product's own buffers and writes them at the end. */
async function withLooks(
  { db }: HandledApp['deps'],
  work: (looks: Looks) => Promise<void>,
): Promise<void> {
  let failure: unknown = null
  const fail = (error: unknown) => (failure ??= error)
  const posts = createViewBuffer(db, postViews, fail)
  const works = createViewBuffer(db, workViews, fail)
  await work({ post: posts.add, work: works.add })
  await Promise.all([posts.close(), works.close()])
  if (failure !== null) throw failure
}
