import type pg from 'pg'
import { formatTable } from '../figures.ts'

const MOST = 16
const TEXT_LENGTH = 110

/** Begins to count what each statement costs. */
export async function countStatements(client: pg.Client): Promise<void> {
  await client.query('create extension if not exists pg_stat_statements')
  await client.query('select pg_stat_statements_reset()')
}

interface Cost {
  share: string
  calls: string
  plan: string
  run: string
  text: string
}

/** The statements that took the database longest since then. The time of a statement includes that of its triggers. */
export async function costlyStatements(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Cost>(
    `select round(100 * time / sum(time) over ()) || ' %' as share, calls::text, plan, run, text from (
       select total_plan_time + total_exec_time as time, calls, toplevel,
         round((total_plan_time / calls)::numeric, 3)::text as plan,
         round(mean_exec_time::numeric, 3)::text as run,
         left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), $1) || case when toplevel then '' else ' (inside)' end as text
       from pg_stat_statements where calls > 0 and dbid = (select oid from pg_database where datname = current_database())
     ) s order by time desc limit $2`,
    [TEXT_LENGTH, MOST],
  )
  return formatTable([
    ['share', 'calls', 'plan ms', 'run ms', 'statement'],
    ...rows.map(({ share, calls, plan, run, text }) => [share, calls, plan, run, text]),
  ])
}
