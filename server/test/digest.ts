import { sql, type CompiledQuery, type Kysely } from 'kysely'
import type { DB } from '../src/db/schema.ts'

const statements = new WeakMap<Kysely<DB>, CompiledQuery<{ digest: string }>>()

/**
 * A digest of the whole database, which stays equal if a call had no effect. It leaves out sessions, lists that reading
 * creates, uptime, numbers that a job sums up, the words of
 * search, which a job forgets, and handles, which stay taken after their person. Tests call this thousands of times.
 */
export async function digestOf(db: Kysely<DB>): Promise<string> {
  let statement = statements.get(db)
  if (statement === undefined) {
    statement = await compile(db)
    statements.set(db, statement)
  }
  const { rows } = await db.executeQuery(statement)
  return rows[0]?.digest ?? ''
}

async function compile(db: Kysely<DB>): Promise<CompiledQuery<{ digest: string }>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    join pg_class on oid = format('%I.%I', table_schema, table_name)::regclass and not relispartition
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('sessions', 'for_you_lists', 'for_you_pages', 'uptime_days', 'tallies_due', 'creator_tallies',
        'work_tallies', 'source_tallies', 'search_terms', 'handles')
    order by 1`.execute(db)
  // A sum of hashes does not depend on the order of the rows.
  const parts = tables.map(
    ({ name }) => sql`(select sum(hashtextextended(r::text, 0)) from ${sql.table(name)} r)`,
  )
  // With a parameter the statement is named and planned once. A function takes no more than 100 arguments, an array does.
  const digest = sql<{ digest: string }>`select array_to_string(array[${sql.join(
    parts.map((part) => sql`coalesce(${part}, 0)`),
  )}], ${' '}::text) as digest`
  return digest.compile(db)
}
