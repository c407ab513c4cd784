import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'

/** True when there are works but search has no words, as after an import. */
export async function needsRefresh(db: Database): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (select 1 from portfolio_items) and not exists (select 1 from search_terms) as needed`.execute(
    db,
  )
  return rows[0]?.needed === true
}

/** Recomputes what depends on many works at once: the words of search and the works' popularity. */
export async function refreshPortfolios(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // At a million works this takes longer than a request may.
    await sql`set local statement_timeout = '10min'`.execute(trx)
    await refreshTerms(trx)
  })
  await refreshPopularity(db)
}

/**
 * Counts the works for each stem from the stored documents and deletes words whose stem no longer occurs. Words are read
 * from the works again only if a stem has none, since new works add their own. It is a single statement, so that it does
 * not see, and delete, a word that is added in the meantime.
 */
async function refreshTerms(db: Database): Promise<void> {
  const { rows } = await sql<{ missing: boolean }>`
    with stems as materialized (
      select word as stem, ndoc as item_count from ts_stat('select doc from portfolio_items')
      -- Category markers contain a space and are not words.
      where word !~ ' '),
    forgotten as (
      delete from search_terms t where not exists (select 1 from stems s where s.stem = t.stem)),
    counted as (
      update search_terms t set item_count = s.item_count from stems s
      where s.stem = t.stem and s.item_count <> t.item_count)
    select exists (select 1 from stems s where length(s.stem) <= 50
      and not exists (select 1 from search_terms t where t.stem = s.stem)) as missing`.execute(db)
  if (rows[0]?.missing === true) await readAllWords(db)
}

async function readAllWords(db: Database): Promise<void> {
  await sql`
    insert into search_terms (word, stem, item_count)
    select w.word, s.lexeme, sum(w.ndoc) over (partition by s.lexeme)
    from ts_stat($$
      select to_tsvector('plinth_words', search_text(concat_ws(' ', p.title, array_to_string(p.tags, ' '),
        u.first_name, u.last_name, c.name, p.description)))
      from portfolio_items p join users u on u.id = p.creator_id join categories c on c.id = p.category_id
    $$) w
    cross join lateral (select lexeme from unnest(to_tsvector('plinth', w.word)) limit 1) s
    where length(w.word) <= 50
    order by w.word
    on conflict do nothing`.execute(db)
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
