import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describeRun, markdownTable, writeSection } from '../all/report.ts'
import type { BenchInput } from '../env.ts'
import { formatTable } from '../figures.ts'
import { countStatements } from '../profile/statements.ts'

/** Shorter jobs are only counted. */
const WORTH_A_ROW_S = 0.5
const LOOK_MS = 100
const LONGEST_MS = 10 * 60_000

interface Ran {
  name: string
  state: string
  seconds: number
  /** The statement that took longest, in milliseconds. */
  longest: number
}

/** Runs every scheduled job once, one after the other. Throws when one fails. */
export async function benchJobs({ env, scale, only, isWhole, print }: BenchInput): Promise<void> {
  const client = new pg.Client({ connectionString: env.databaseUrl })
  await client.connect()
  try {
    const { rows: schedules } = await client.query<{ name: string }>(
      'select name from pgboss.schedule order by name',
    )
    const ran: Ran[] = []
    for (const { name } of schedules.filter((one) => only.test(one.name)))
      ran.push(await runJob(client, name))
    const long = ran.filter(({ seconds }) => seconds >= WORTH_A_ROW_S)
    const rows = [
      ['', 'seconds', 'longest statement ms'],
      ...long.map(({ name, seconds, longest }) => [name, seconds.toFixed(1), longest.toFixed(0)]),
    ]
    const about = `${await describeRun(env.databaseUrl)} ${scale} works and posts. The other ${ran.length - long.length} of ${ran.length} scheduled jobs took less than half a second each.`
    print(`\n${about}\n\n${formatTable(rows)}\n`)
    const failed = ran.filter(({ state }) => state !== 'completed')
    if (failed.length > 0)
      throw new Error(`Failed: ${failed.map(({ name, state }) => `${name} (${state})`).join(', ')}`)
    if (isWhole) await writeSection('jobs', `${about}\n\n${markdownTable(rows)}`)
  } finally {
    await client.end()
  }
}

/** Runs a job of this name now, with one attempt. */
async function runJob(client: pg.Client, name: string): Promise<Ran> {
  await idle(client, name)
  await countStatements(client)
  const { rows } = await client.query<{ id: string }>(
    `insert into pgboss.job (name, policy, data, retry_limit)
     select name, policy, '{}', 0 from pgboss.queue where name = $1 returning id`,
    [name],
  )
  const id = rows[0]?.id
  const end = performance.now() + LONGEST_MS
  while (performance.now() < end) {
    await sleep(LOOK_MS)
    const { rows: found } = await client.query<Omit<Ran, 'name'>>(
      `select state::text, extract(epoch from completed_on - started_on)::float8 as seconds,
         (select coalesce(max(max_exec_time), 0) from pg_stat_statements s
          join pg_database d on d.oid = s.dbid and d.datname = current_database()
          where s.query !~ 'pgboss') as longest
       from pgboss.job where name = $1 and id = $2 and state in ('completed', 'failed')`,
      [name, id],
    )
    if (found[0] !== undefined) return { name, ...found[0] }
  }
  throw new Error(`${name} has not ended after ten minutes.`)
}

/** Waits until the job has run that the schedule may have sent just now. */
async function idle(client: pg.Client, name: string): Promise<void> {
  const waiting = `select 1 from pgboss.job where name = $1 and state in ('created', 'retry', 'active')
    and start_after <= now()`
  const end = performance.now() + LONGEST_MS
  while ((await client.query(waiting, [name])).rows.length > 0) {
    if (performance.now() > end) throw new Error(`${name} does not come to rest.`)
    await sleep(LOOK_MS)
  }
}
