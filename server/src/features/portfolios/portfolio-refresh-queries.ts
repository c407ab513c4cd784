import { sql, type Kysely, type RawBuilder } from 'kysely'
import { refreshSearch } from '../../core/search/refresh-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'

/** True when there are works but search has no words, as after an import. */
export async function needsRefresh(db: Database): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (select 1 from portfolio_items) and (not exists (select 1 from search_terms)
      or not exists (select 1 from facet_counts)) as needed`.execute(db)
  return rows[0]?.needed === true
}

/** Recomputes what depends on many works at once: what search knows of them, and their popularity. */
export async function refreshPortfolios(db: Kysely<DB>): Promise<void> {
  await refreshSearch(db)
  await refreshPopularity(db)
}

/** Works in one statement. It keeps their rows locked, and likes of them waiting, only briefly. */
const CHUNK = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Popularity is the number of likes. Saves and every twenty views break ties: together they add less than one like. The
 * top tenth is what search reads first for common words.
 */
async function refreshPopularity(db: Database): Promise<void> {
  await inChunks(
    db,
    sql`pop`,
    sql`(like_count + 0.99::float8 * (save_count + view_count / 20)
      / (save_count + view_count / 20 + 10))::real`,
  )
  const { rows } = await sql<{ pop: number; id: string }>`
    select pop, id from portfolio_items where is_listed order by pop desc, id desc
    offset (select count(*) / 10 from portfolio_items where is_listed) limit 1`.execute(db)
  const [last] = rows
  if (last === undefined) return
  await inChunks(
    db,
    sql`is_top`,
    sql`(is_listed and (pop, id) > (${last.pop}::real, ${last.id}::uuid))`,
  )
}

/** Sets a column to the wanted value in all rows where it differs, in chunks by id. */
async function inChunks(
  db: Database,
  column: RawBuilder<unknown>,
  wanted: RawBuilder<unknown>,
): Promise<void> {
  for (let after: string | null = FIRST_ID; after !== null;) {
    const result: { rows: { last: string | null }[] } = await sql<{ last: string | null }>`
      with chunk as materialized (
        select id, ${column} as present, ${wanted} as wanted from portfolio_items
        where id > ${after}::uuid order by id limit ${sql.lit(CHUNK)}),
      held as (
        select id from portfolio_items
        where id in (select id from chunk where present <> wanted) order by id for no key update),
      changed as (
        update portfolio_items p set ${column} = c.wanted from chunk c, held
        where p.id = c.id and p.id = held.id)
      select (select id from chunk order by id desc limit 1) as last`.execute(db)
    after = result.rows[0]?.last ?? null
  }
}
