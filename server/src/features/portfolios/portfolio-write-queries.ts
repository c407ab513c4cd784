import type { OriginSlug } from '@plinth/contract/choices.ts'
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
  isSensitive: boolean
  /** Undefined for the creator's default; null when they did not say it. */
  origin: SaidOrigin | null | undefined
  /** Undefined for the creator's default. */
  isReserved: boolean | undefined
  isDraft: boolean
}

/** How a work was made; the parts only where it is AI-assisted. */
export interface SaidOrigin {
  kind: OriginSlug
  parts: string | null
}

/** Fields that are left out stay as they are. */
export interface WorkChanges {
  title?: string | undefined
  description?: string | undefined
  category?: string | undefined
  /** Null removes the price. */
  startingPriceCents?: number | null | undefined
  tags?: string[] | undefined
  isSensitive?: boolean | undefined
  /** Null takes back what was said. */
  origin?: SaidOrigin | null | undefined
  isReserved?: boolean | undefined
  /** Another cover. A work whose cover is not ready is listed once it is. */
  mediaId?: string | undefined
  hasCaseStudy?: boolean | undefined
}

export const nameOf = (user: string) => sql.raw(`${user}.first_name || ' ' || ${user}.last_name`)

/** Adds a work's words that search does not know yet, in one order to avoid deadlocks. */
export const addMissingTerms = (from: RawBuilder<unknown>) => sql`
  insert into search_terms (word, stem, item_count)
  select distinct w.word, w.stem, 1 from ${from} t
  cross join lateral search_words(concat_ws(
    ' ', t.title, array_to_string(t.tags, ' '), t.creator_name, t.category_name, t.description)) w
  where not exists (select 1 from search_terms known where known.word = w.word)
  order by w.word on conflict do nothing`

/** The description of work `w` and the words of its published case study. */
export const wordsOf = (w: string) => sql`concat_ws(' ', ${sql.ref(`${w}.description`)}, (
  select study_words(s.published) from case_studies s where s.item_id = ${sql.ref(`${w}.id`)}))`

/** Changes the categories' counters by `moves (category_id, by)`, locking the categories in one order. */
export const moveCategoryCounts = (moves: RawBuilder<unknown>) => sql`
  shifts as (
    select category_id, sum(by)::int as by from (${moves}) m group by category_id having sum(by) <> 0),
  locked as (
    select id from categories where id in (select category_id from shifts) order by id for no key update),
  recounted as (
    update categories c set work_count = c.work_count + shifts.by from shifts, locked
    where c.id = shifts.category_id and c.id = locked.id)`

/**
 * Inserts a work, counts it and adds its words to search, in one statement. Locks the file's row, so that it cannot
 * become ready in between, and a second work of it waits for the first. AI-assisted as a default only preselects, because
 * the parts have to be said for each work. Null when a work already uses that upload, or it no longer exists.
 */
export async function insertWork(db: Database, work: NewWork): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with source as materialized (
      select u.id as creator_id, ${nameOf('u')} as creator_name, c.id as category_id,
        c.name as category_name, m.id as media_id, m.state = 'ready' and not ${work.isDraft}::boolean as is_listed,
        ${work.title}::text as title, ${work.description}::text as description, ${work.tags}::text[] as tags,
        case when ${work.origin !== undefined}::boolean then ${work.origin?.kind ?? null}::text
          else nullif(u.default_origin, 'ai_assisted') end as origin,
        coalesce(${work.isReserved ?? null}::boolean, u.reserves_training) as is_reserved
      from users u, categories c, media m
      where u.id = ${work.creatorId}::uuid and c.slug = ${work.category}
        and m.id = ${work.mediaId}::uuid and m.owner_id = u.id
      for no key update of m),
    item as (
      insert into portfolio_items (id, creator_id, category_id, title, description, media_id,
        starting_price_cents, tags, is_listed, from_upload, sensitive_by_author,
        origin, origin_parts, origin_said_at, is_reserved, state, doc)
      select ${newId()}::uuid, creator_id, category_id, title, description, media_id,
        ${work.startingPriceCents}::bigint, tags, is_listed, true, ${work.isSensitive}::boolean,
        origin, ${work.origin?.parts ?? null}::text, case when origin is not null then now() end, is_reserved,
        ${work.isDraft ? 'draft' : 'published'}::text,
        portfolio_doc(title, tags, creator_name, category_name, description)
      from source
      on conflict (media_id) where from_upload do nothing
      returning id, creator_id, category_id, is_listed, state),
    person as (
      update users u set work_count = u.work_count + 1 from item where u.id = item.creator_id and state = 'published'),
    ${moveCategoryCounts(sql`select category_id, 1 as by from item where is_listed`)},
    terms as (${addMissingTerms(sql`(select source.* from source, item where item.state = 'published')`)})
    select id from item`.execute(db)
  return rows[0]?.id ?? null
}

export interface HeldWork {
  mediaId: string
  creatorId: string
  title: string
  /** False when the viewer sees the work but may not do this to it. */
  isAllowed: boolean
}

/**
 * Locks a work that this viewer can see, or has to moderate, until the transaction ends; undefined when there is none. Change the work in a
 * separate statement: a counter's check uses the value at the start of the statement, which must come after the lock.
 */
export async function lockWork(
  db: Database,
  viewer: { id: string; isAdmin: boolean },
  id: string,
): Promise<HeldWork | undefined> {
  const isAllowed = sql`(creator_id = ${viewer.id}::uuid or ${viewer.isAdmin}::boolean)`
  const { rows } = await sql<HeldWork>`
    select media_id as "mediaId", creator_id as "creatorId", title, ${isAllowed} as "isAllowed" from portfolio_items
    where id = ${id}::uuid and (is_listed or creator_id = ${viewer.id}::uuid
      or (${viewer.isAdmin}::boolean and state not in ('draft', 'scheduled'))) for update`.execute(
    db,
  )
  return rows[0]
}

/** Locks a work, whoever may see it, until the transaction ends. */
export async function lockAnyWork(trx: Database, id: string): Promise<void> {
  await sql`select id from portfolio_items where id = ${id}::uuid for update`.execute(trx)
}

/** Updates a locked work; a change of category changes both counters. */
export async function updateWork(db: Database, id: string, changes: WorkChanges): Promise<void> {
  await sql`
    with wanted as materialized (
      select p.id, p.category_id as old_category_id, p.state, p.is_listed as was_listed,
        coalesce(${changes.mediaId ?? null}::uuid, p.media_id) as media_id,
        case when ${changes.mediaId ?? null}::uuid is null then p.is_listed
          else p.state = 'published' and not p.author_gone and p.taken_down_at is null and exists (
            select 1 from media m where m.id = ${changes.mediaId ?? null}::uuid and m.state = 'ready')
        end as is_listed,
        coalesce(${changes.title ?? null}::text, p.title) as title,
        coalesce(${changes.description ?? null}::text, p.description) as description,
        coalesce(${changes.tags ?? null}::text[], p.tags) as tags,
        case when ${changes.startingPriceCents !== undefined}::boolean
          then ${changes.startingPriceCents ?? null}::bigint else p.starting_price_cents end as cents,
        ${changes.origin !== undefined}::boolean and (p.origin, p.origin_parts) is distinct from
          (${changes.origin?.kind ?? null}::text, ${changes.origin?.parts ?? null}::text) as says_origin,
        c.id as category_id, c.name as category_name, ${nameOf('u')} as creator_name
      from portfolio_items p join users u on u.id = p.creator_id
      join categories c on case when ${changes.category ?? null}::text is null
        then c.id = p.category_id else c.slug = ${changes.category ?? null}::text end
      where p.id = ${id}::uuid),
    item as (
      update portfolio_items p set title = w.title, description = w.description, tags = w.tags,
        starting_price_cents = w.cents, category_id = w.category_id, updated_at = now(),
        media_id = w.media_id, is_listed = w.is_listed,
        has_case_study = coalesce(${changes.hasCaseStudy ?? null}::boolean, p.has_case_study),
        sensitive_by_author = coalesce(${changes.isSensitive ?? null}::boolean, p.sensitive_by_author),
        origin = case when says_origin then ${changes.origin?.kind ?? null}::text else p.origin end,
        origin_parts = case when says_origin then ${changes.origin?.parts ?? null}::text else p.origin_parts end,
        origin_said_at = case when not says_origin then p.origin_said_at
          when ${changes.origin?.kind ?? null}::text is not null then now() end,
        is_reserved = coalesce(${changes.isReserved ?? null}::boolean, p.is_reserved),
        doc = portfolio_doc(w.title, w.tags, w.creator_name, w.category_name, w.description)
      from wanted w where p.id = w.id),
    ${moveCategoryCounts(sql`
      select old_category_id as category_id, -1 as by from wanted where was_listed
      union all select category_id, 1 from wanted where is_listed`)},
    terms as (${addMissingTerms(sql`(
      select w.title, w.tags, w.creator_name, w.category_name, ${wordsOf('w')} as description
      from wanted w where w.state = 'published')`)})
    select 1`.execute(db)
}

/** Deletes a locked work. */
export async function deleteWork(db: Database, id: string): Promise<void> {
  await sql`
    with gone as (
      delete from portfolio_items where id = ${id}::uuid
      returning creator_id, category_id, is_listed, state),
    person as (
      update users u set work_count = u.work_count - 1 from gone
      where u.id = gone.creator_id and gone.state = 'published'),
    ${moveCategoryCounts(sql`select category_id, -1 as by from gone where is_listed`)}
    select 1`.execute(db)
}

/** Lists the works whose file has become ready. */
export async function listWorksOfMedia(db: Database, mediaId: string): Promise<void> {
  await sql`
    with listed as (
      update portfolio_items set is_listed = true
      where media_id = ${mediaId}::uuid and not is_listed
        and state = 'published' and not author_gone and taken_down_at is null
        and exists (select 1 from media where id = ${mediaId}::uuid and state = 'ready')
      returning category_id),
    ${moveCategoryCounts(sql`select category_id, 1 as by from listed`)}
    select 1`.execute(db)
}
