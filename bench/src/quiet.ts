import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { watchMachine, type Roots } from './machine.ts'

/** Idle servers poll for jobs, which takes a few hundredths of a core. */
const IDLE_CORES = 0.15
const CHECKS = 3
const CHECK_MS = 1_000
const TIMEOUT_MS = 15 * 60_000

interface Work {
  /** Rows that wait to be added to the tallies. */
  tallies: number
  /** Jobs that run or could. */
  jobs: number
  /** Tables that are being vacuumed or analysed, and other statements that run. */
  statements: string[]
}

/**
 * Waits until the servers have nothing to do: no tallies are due, no job runs, nothing is vacuumed or analysed, and the
 * measured processes use hardly any processor. Throws after a quarter of an hour, with what is still going on.
 */
export async function waitUntilQuiet(
  databaseUrl: string,
  roots: Roots,
  print: (text: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const begin = performance.now()
  try {
    let quiet = 0
    let told = 0
    while (quiet < CHECKS) {
      const usage = watchMachine(roots)
      await sleep(CHECK_MS)
      const { own } = usage()
      const work = await findWork(client)
      const isBusy = own > IDLE_CORES || work.tallies + work.jobs + work.statements.length > 0
      quiet = isBusy ? 0 : quiet + 1
      const waited = performance.now() - begin
      const sentence = `${own.toFixed(2)} cores, ${work.tallies} tallies due, ${work.jobs} jobs, ${work.statements.join(', ') || 'no statement'}`
      if (isBusy && waited > TIMEOUT_MS)
        throw new Error(`The servers do not come to rest: ${sentence}.`)
      if (isBusy && waited - told > 10_000) {
        told = waited
        print(`Waiting for background work: ${sentence} …`)
      }
    }
  } finally {
    await client.end()
  }
}

async function findWork(client: pg.Client): Promise<Work> {
  const { rows } = await client.query<Work>(
    `select (select count(*)::int from tallies_due) as tallies,
       (select count(*)::int from pgboss.job
         where state = 'active' or state in ('created', 'retry') and start_after <= now()) as jobs,
       array(select left(query, 80) from pg_stat_activity
         where pid <> pg_backend_pid() and state = 'active' and backend_type in ('client backend', 'autovacuum worker')
       ) as statements`,
  )
  return rows[0] ?? { tallies: 0, jobs: 0, statements: [] }
}
