import { sql, type RawBuilder } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'

export interface NewWork {
  creatorId: string
  mediaId: string
  title: string
  description: string
  category: string
  startingPriceCents: number | null
  tags: string[]
}

/** What is left out stays as it is. */
export interface WorkChanges {
  title?: string | undefined
  description?: string | undefined
  category?: string | undefined
  /** Null takes the price away. */
  startingPriceCents?: number | null | undefined
  tags?: string[] | undefined
}

/** What came of a write to one work: done, seen but somebody else's, or nothing there for this viewer. */
export interface WriteResult {
  outcome: 'done' | 'forbidden' | 'missing'
  /** Its picture. */
  mediaId: string
}

const MISSING: WriteResult = { outcome: 'missing', mediaId: '' }

const nameOf = (user: string) => sql.raw(`${user}.first_name || ' ' || ${user}.last_name`)

/** Words of a work that search does not know yet. A word seen twice at once is written once, in one order. */
const addMissingTerms = (from: RawBuilder<unknown>) => sql`
  insert into search_terms (word, stem, item_count)
  select distinct w.word, w.stem, 1 from ${from} t
  cross join lateral search_words(concat_ws(
    ' ', t.title, array_to_string(t.tags, ' '), t.creator_name, t.category_name, t.description)) w
  where not exists (select 1 from search_terms known where known.word = w.word)
  order by w.word on conflict do nothing`

/** Moves the categories' counters by `moves (category_id, by)`, locked in one order. */
const moveCategoryCounts = (moves: RawBuilder<unknown>) => sql`
  shifts as (
    select category_id, sum(by)::int as by from (${moves}) m group by category_id having sum(by) <> 0),
  rooms as (
    select id from categories where id in (select category_id from shifts) order by id for no key update),
  recounted as (
    update categories c set work_count = c.work_count + shifts.by from shifts, rooms
    where c.id = shifts.category_id and c.id = rooms.id)`

/**
 * Hangs a work, counts it and teaches search its words, in one statement. The picture's row is held, so that
 * it cannot become ready unseen in between. Null when that upload hangs already or is gone.
 */
export async function insertWork(db: Database, work: NewWork): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with source as materialized (
      select u.id as creator_id, ${nameOf('u')} as creator_name, c.id as category_id,
        c.name as category_name, m.id as media_id, m.state = 'ready' as is_listed,
        ${work.title}::text as title, ${work.description}::text as description, ${work.tags}::text[] as tags
      from users u, categories c, media m
      where u.id = ${work.creatorId}::uuid and c.slug = ${work.category}
        and m.id = ${work.mediaId}::uuid and m.owner_id = u.id
      for share of m),
    item as (
      insert into portfolio_items (id, creator_id, category_id, title, description, media_id,
        starting_price_cents, tags, is_listed, from_upload, doc)
      select ${newId()}::uuid, creator_id, category_id, title, description, media_id,
        ${work.startingPriceCents}::bigint, tags, is_listed, true,
        portfolio_doc(title, tags, creator_name, category_name, description)
      from source
      on conflict (media_id) where from_upload do nothing
      returning id, creator_id, category_id, is_listed),
    person as (
      update users u set work_count = u.work_count + 1 from item where u.id = item.creator_id),
    ${moveCategoryCounts(sql`select category_id, 1 as by from item where is_listed`)},
    terms as (${addMissingTerms(sql`(select source.* from source, item)`)})
    select id from item`.execute(db)
  return rows[0]?.id ?? null
}

/** Changes a work of its creator's; a move to another category moves both counters. */
export async function updateWork(
  db: Database,
  viewerId: string,
  id: string,
  changes: WorkChanges,
): Promise<WriteResult> {
  const { rows } = await sql<WriteResult>`
    with target as materialized (
      select * from portfolio_items
      where id = ${id}::uuid and (is_listed or creator_id = ${viewerId}::uuid) for update),
    wanted as materialized (
      select t.id, t.category_id as old_category_id, t.is_listed,
        coalesce(${changes.title ?? null}::text, t.title) as title,
        coalesce(${changes.description ?? null}::text, t.description) as description,
        coalesce(${changes.tags ?? null}::text[], t.tags) as tags,
        case when ${changes.startingPriceCents !== undefined}::boolean
          then ${changes.startingPriceCents ?? null}::bigint else t.starting_price_cents end as cents,
        c.id as category_id, c.name as category_name, ${nameOf('u')} as creator_name
      from target t join users u on u.id = t.creator_id
      join categories c on case when ${changes.category ?? null}::text is null
        then c.id = t.category_id else c.slug = ${changes.category ?? null}::text end
      where t.creator_id = ${viewerId}::uuid),
    item as (
      update portfolio_items p set title = w.title, description = w.description, tags = w.tags,
        starting_price_cents = w.cents, category_id = w.category_id, updated_at = now(),
        doc = portfolio_doc(w.title, w.tags, w.creator_name, w.category_name, w.description)
      from wanted w where p.id = w.id),
    ${moveCategoryCounts(sql`
      select old_category_id as category_id, -1 as by from wanted where is_listed
      union all select category_id, 1 from wanted where is_listed`)},
    terms as (${addMissingTerms(sql`wanted`)})
    select case when exists (select 1 from wanted) then 'done' else 'forbidden' end as outcome,
      media_id as "mediaId"
    from target`.execute(db)
  return rows[0] ?? MISSING
}

/** Takes a work down, its creator's own or, for an admin, any. */
export async function deleteWork(
  db: Database,
  viewer: { id: string; isAdmin: boolean },
  id: string,
): Promise<WriteResult> {
  const mayDelete = sql`(creator_id = ${viewer.id}::uuid or ${viewer.isAdmin}::boolean)`
  const { rows } = await sql<WriteResult>`
    with target as materialized (
      select * from portfolio_items
      where id = ${id}::uuid and (is_listed or ${mayDelete}) for update),
    gone as materialized (select * from target where ${mayDelete}),
    item as (delete from portfolio_items p using gone where p.id = gone.id),
    person as (
      update users u set work_count = u.work_count - 1 from gone where u.id = gone.creator_id),
    ${moveCategoryCounts(sql`select category_id, -1 as by from gone where is_listed`)}
    select case when exists (select 1 from gone) then 'done' else 'forbidden' end as outcome,
      media_id as "mediaId"
    from target`.execute(db)
  return rows[0] ?? MISSING
}

/** Lists the works whose picture has become ready. */
export async function listWorksOfMedia(db: Database, mediaId: string): Promise<void> {
  await sql`
    with listed as (
      update portfolio_items set is_listed = true
      where media_id = ${mediaId}::uuid and not is_listed
        and exists (select 1 from media where id = ${mediaId}::uuid and state = 'ready')
      returning category_id),
    ${moveCategoryCounts(sql`select category_id, 1 as by from listed`)}
    select 1`.execute(db)
}
