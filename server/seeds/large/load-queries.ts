import { sql } from 'kysely'
import type { Database } from '../../src/db/pool.ts'

const LOADED = [
  'users',
  'media',
  'portfolio_items',
  'portfolio_likes',
  'portfolio_saves',
  'portfolio_views',
  'portfolio_tags',
  'people_docs',
  'posts',
  'post_docs',
  'post_media',
  'post_likes',
  'post_saves',
  'post_views',
  'post_tags',
  'comments',
  'follows',
  'creator_tallies',
  'work_tallies',
  'source_tallies',
]
/** No foreign key refers to their primary keys, so these too can be built at the end. */
const MARKS = [
  'portfolio_likes',
  'portfolio_saves',
  'portfolio_views',
  'portfolio_tags',
  'post_media',
  'post_likes',
  'post_saves',
  'post_views',
  'post_tags',
  'follows',
  'creator_tallies',
  'work_tallies',
  'source_tallies',
]
/** Their triggers are off during the load; the load does their work for all rows at once. */
const TRIGGERED = [
  'media',
  'portfolio_items',
  'portfolio_likes',
  'portfolio_saves',
  'portfolio_views',
  'posts',
  'post_media',
  'post_likes',
  'post_saves',
  'post_views',
]

/** SQL statements that restore what was dropped, in a working order. */
export type Rebuild = string[]

/** Drops what slows down many inserts: secondary indexes, foreign keys and the keys of the mark tables. */
export async function dropForLoad(db: Database): Promise<Rebuild> {
  const { rows: constraints } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where conparentid = 0 and (conrelid = any(${LOADED}::regclass[]) and contype = 'f'
      or conrelid = any(${MARKS}::regclass[]) and contype = 'p')
    order by contype = 'f'`.execute(db)
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name,
      replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index
    where indrelid = any(${LOADED}::regclass[])
      and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`.execute(
    db,
  )
  for (const one of constraints) {
    await sql.raw(`alter table ${one.table} drop constraint ${one.name}`).execute(db)
  }
  for (const one of indexes) await sql.raw(`drop index ${one.name}`).execute(db)
  for (const table of TRIGGERED) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  }
  const add = (one: (typeof constraints)[number]) =>
    `alter table ${one.table} add constraint ${one.name} ${one.definition}`
  return [
    ...TRIGGERED.map((table) => `alter table ${table} enable trigger user`),
    ...constraints.filter((one) => !one.definition.startsWith('FOREIGN')).map(add),
    ...indexes.map((one) => one.definition),
    ...constraints.filter((one) => one.definition.startsWith('FOREIGN')).map(add),
  ]
}

/** Gives this transaction more memory to sort and build indexes, and no statement timeout. */
export async function prepareForLoad(db: Database): Promise<void> {
  await sql`set local maintenance_work_mem = '512MB'`.execute(db)
  await sql`set local work_mem = '256MB'`.execute(db)
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local synchronous_commit = off`.execute(db)
}

export async function rebuild(db: Database, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}

/** Updates the statistics and the visibility map for index-only scans. Not possible inside a transaction. */
export async function vacuumLoaded(db: Database): Promise<void> {
  for (const table of [...LOADED, 'search_terms', 'facet_counts']) {
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  }
}
