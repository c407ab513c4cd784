import { sql, type Kysely } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'

/** True when works hang but search knows no word yet, as after an import. */
export async function needsRefresh(db: Database): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (select 1 from portfolio_items) and not exists (select 1 from search_terms) as needed`.execute(
    db,
  )
  return rows[0]?.needed === true
}

/** Brings up to date what moves with many works at once: search's words and the works' popularity. */
export async function refreshPortfolios(db: Kysely<DB>): Promise<void> {
  await inLongTransaction(db, refreshTerms)
  await inLongTransaction(db, refreshPopularity)
}

/** At a million works a refresh takes longer than a request may. */
const inLongTransaction = (db: Kysely<DB>, work: (db: Database) => Promise<void>) =>
  db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '10min'`.execute(trx)
    await work(trx)
  })

/**
 * Counts the works for each stem from the stored documents; forgets words whose stem occurs no more. Words
 * themselves are read from the works again only where stems have none, since new works bring their own.
 * One statement, so that a word added meanwhile is out of its sight and is not forgotten.
 */
async function refreshTerms(db: Database): Promise<void> {
  const { rows } = await sql<{ missing: boolean }>`
    with stems as materialized (
      select word as stem, ndoc as item_count from ts_stat('select doc from portfolio_items')),
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

/**
 * Popularity is the number of likes; saves, and every twenty views, decide among equals (they add less than one
 * like in all) and then the newest. The top tenth is what search looks through first for common words.
 */
async function refreshPopularity(db: Database): Promise<void> {
  await sql`
    update portfolio_items p set pop = n.pop
    from (select id, (like_count + 0.99::float8 * second / (second + 10))::real as pop
      from (select id, like_count, save_count + view_count / 20 as second from portfolio_items) s) n
    where p.id = n.id and p.pop <> n.pop`.execute(db)
  await sql`
    with last as (
      select pop, id from portfolio_items where is_listed order by pop desc, id desc
      offset (select count(*) / 10 from portfolio_items where is_listed) limit 1)
    update portfolio_items p set is_top = not p.is_top from last
    where p.is_top <> (p.is_listed and (p.pop, p.id) > (last.pop, last.id))`.execute(db)
}
