import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './pool.ts'

/** For how many months after this one there are partitions. The job has that long to fail before rows go to the default one. */
const MONTHS_AHEAD = 3

/** Our tables with a partition for each month or year. The queue's are divided by queues. */
const PARENTS = `select c.oid::regclass as parent, c.relname as name
  from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
  where p.partstrat = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`

/** Makes the partitions of the next months that are missing. */
export async function makeAllPartitions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(PARENTS)
  for (const { name } of rows) {
    await client.query('begin')
    try {
      await client.query("set local lock_timeout = '2s'")
      await client.query('select make_partitions($1::regclass, $2)', [name, MONTHS_AHEAD])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
}

export interface Partitioned {
  name: string
  /** For how many months after this one there are partitions; negative if this one has none. */
  monthsAhead: number
}

export async function listPartitioned(db: Database): Promise<readonly Partitioned[]> {
  const { rows } = await sql<Partitioned>`
    select t.name, coalesce(
      (extract(year from m.last) * 12 + extract(month from m.last)
        - extract(year from m.now) * 12 - extract(month from m.now))::int + partition_months(t.parent) - 1, -1) as "monthsAhead"
    from (${sql.raw(PARENTS)}) t cross join lateral (
      select max(to_date(right(c.relname, 7), 'YYYY_MM')) as last, now() at time zone 'utc' as now
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = t.parent and c.relname ~ '_\\d{4}_\\d{2}$') m
    order by t.name`.execute(db)
  return rows
}

/** Makes the partitions of the next months that a table lacks. Returns how many it made. */
export async function makePartitions(trx: Database, name: string): Promise<number> {
  // Rows in the default partition may be many.
  await sql`set local statement_timeout = 0`.execute(trx)
  const { rows } = await sql<{ made: number }>`
    select make_partitions(${name}::regclass, ${MONTHS_AHEAD}::int) as made`.execute(trx)
  return rows[0]?.made ?? 0
}

/**
 * Gives the planner the statistics of a whole table. Autovacuum does so for each partition only. PostgreSQL before 18
 * reads samples of the partitions again, too.
 */
export async function analyzeWhole(trx: Database, name: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx)
  const { rows } = await sql<{ canSkip: boolean }>`
    select current_setting('server_version_num')::int >= 180000 as "canSkip"`.execute(trx)
  const only = rows[0]?.canSkip === true ? sql`only` : sql``
  await sql`analyze ${only} ${sql.table(name)}`.execute(trx)
}

/** The partitions of a table with nothing from this many months ago or later, the oldest first. */
export async function listEarlier(db: Database, name: string, months: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with parts as (
      select c.relname as name, case when c.relname ~ '_\\d{4}_\\d{2}$'
        then to_date(right(c.relname, 7), 'YYYY_MM') end as month
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${name}::regclass and c.relname <> ${`${name}_default`})
    select name from (
      -- The partition of the past ends where the first month begins.
      select name, coalesce(month + interval '1 month', (select min(month) from parts)) as ends from parts) p
    where ends <= date_trunc('month', now() at time zone 'utc') - ${months}::int * interval '1 month'
    order by ends, name`.execute(db)
  return rows.map((row) => row.name)
}

/** Whether a partition has no row. */
export async function isEmpty(db: Database, part: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(part)} limit 1`.execute(db)
  return rows.length === 0
}

/** Drops a partition with its rows, unless it must be empty and is not. Locks the whole table for a moment. */
export async function dropPartition(
  trx: Database,
  { parent, part, onlyEmpty }: { parent: string; part: string; onlyEmpty: boolean },
): Promise<void> {
  // In the order in which statements lock them.
  await sql`lock table only ${sql.table(parent)} in access exclusive mode`.execute(trx)
  if (onlyEmpty && !(await isEmpty(trx, part))) return
  await sql`drop table ${sql.table(part)}`.execute(trx)
}
