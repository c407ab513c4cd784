import { sql } from 'kysely'
import type { Database } from '../../src/db/pool.ts'
import { openSession, type Person } from '../app.ts'
import { startPaidApp, type CardEvent, type PaidApp } from './cards.ts'
import { createFaults, type Faults } from './faults.ts'
import type { Chance } from './random.ts'

/** Prices in cents that cannot be halved, or of which the card fee takes most. */
export const ODD_PRICES = [100, 45_050, 3_333, 101, 99_999]

/** The app and a card provider, with fault injection. */
export interface MoneyWorld {
  t: PaidApp
  /** Never fails; for checks. */
  db: Database
  faults: Faults
  /** An admin who has just signed in. */
  admin: () => Promise<Person>
  /** Moves the clocks of the app and of the provider together. */
  advance: (by: { days?: number; hours?: number; minutes?: number }) => Promise<void>
  /** How many calls the provider is set to fail. */
  expectedFailures: number
  /** Events of the provider that have not been delivered. */
  pending: CardEvent[]
  readEvents: () => Promise<void>
  /** Runs waiting jobs in random order; failed ones stay. Returns how many are left. */
  workJobs: (chance: Chance) => Promise<number>
  close: () => Promise<void>
}

export async function startMoneyWorld(): Promise<MoneyWorld> {
  const faults = createFaults()
  // The sequence decides when jobs run.
  const t = await startPaidApp({ JOBS: 'off' }, faults.replace)
  const { id: adminId } = await t.person('Admin', { isAdmin: true })
  let last: string | null = null
  const world: MoneyWorld = {
    t,
    db: faults.usual(),
    faults,
    admin: async () => ({ id: adminId, cookie: await openSession(t.deps, adminId) }),
    advance: async (by) => {
      await t.cards.advance(by)
      t.clock.advance(by)
    },
    expectedFailures: 0,
    pending: [],
    readEvents: async () => {
      for (;;) {
        const since: string = last === null ? '' : `&ending_before=${last}`
        const page = await t.cards.read<{ data: CardEvent[]; has_more: boolean }>(
          `events?limit=100${since}`,
        )
        world.pending.push(...page.data.toReversed())
        last = page.data[0]?.id ?? last
        // A new provider has only one page.
        if (since === '' || !page.has_more) return
      }
    },
    workJobs: (chance) => workJobs(world, chance),
    close: async () => {
      await t.close()
      await faults.usual().destroy()
    },
  }
  return world
}

const JOBS = ['money.event', 'money.close', 'money.send', 'projects.limits']

interface Waiting {
  id: string
  name: string
  data: object
}
async function listWaiting({ db }: MoneyWorld): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, name, data from pgboss.job
    where name = any (${JOBS}::text[]) and state = 'created' order by created_on, id`.execute(db)
  return rows
}

async function workJobs(world: MoneyWorld, chance: Chance): Promise<number> {
  const waiting = await listWaiting(world)
  const sends = waiting.filter(({ name }) => name === 'money.send')
  const others = waiting.filter(({ name }) => name !== 'money.send')
  // One run of sending covers all of these jobs.
  for (const jobs of chance.shuffle([...others.map((job) => [job]), sends])) {
    const [job] = jobs
    if (job === undefined) continue
    const isDone = await world.t.runJob(job.name, job.data).then(
      () => true,
      () => false,
    )
    const ids = jobs.map(({ id }) => id)
    if (isDone) await sql`delete from pgboss.job where id = any (${ids}::uuid[])`.execute(world.db)
  }
  return (await listWaiting(world)).length
}
