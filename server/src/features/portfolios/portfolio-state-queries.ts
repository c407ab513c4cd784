import type { WorkState } from '@plinth/contract/choices.ts'
import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { BIN_DAYS, PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listUnshown, UnshownState, UnshownWork } from '@plinth/contract/portfolios/states.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import {
  fetchedFor,
  microsOf,
  olderThan,
  onlyRow,
  pageEnd,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'
import { decodePosition, foundPage, isMicroseconds, type FoundPage } from '../../http/paging.ts'
import { itemColumns, itemJoins } from './portfolio-sql.ts'
import { addMissingTerms, moveCategoryCounts, nameOf, wordsOf } from './portfolio-write-queries.ts'

/** A work `p` as an UnshownWork, with the viewer in `me`. */
const unshownJson = sql`json_build_object(
  'work', (select row_to_json(w) from (select ${itemColumns}) w),
  'publishAt', ${isoTime(sql`p.publish_at`)},
  'deletedAt', case when p.state = 'binned'
    then ${isoTime(sql`(p.state_at + ${sql.lit(BIN_DAYS)} * interval '1 day')`)} end)`

interface UnshownInput {
  state: UnshownState
  limit: number
  after: { micros: number; id: string } | null
}

/** The viewer's works in a state that only they see, the latest change first. */
export const unshownStatement = (
  who: Who,
  { state, limit, after }: UnshownInput,
): RawBuilder<ViewerPageRow> => sql<ViewerPageRow>`
  with ${meTable(who)},
  page as materialized (
    select p.id, ${microsOf(sql`p.state_at`)} as key,
      row_number() over (order by p.state_at desc, p.id desc) as place
    from portfolio_items p
    where p.creator_id = (select user_id from me) and p.state = ${sql.lit(state)}
      ${olderThan(sql`p.state_at`, sql`p.id`, after)}
    order by p.state_at desc, p.id desc limit ${fetchedFor(limit)})
  select (select user_id from me) as "viewerId", ${pageEnd(limit)} as last, (
    select coalesce(json_agg(t.json order by t.place), '[]')::text from (
      select page.place, ${unshownJson} as json
      from page join portfolio_items p on p.id = page.id ${itemJoins}
      where page.place <= ${limit}::int) t) as json`

export async function findUnshown(
  db: Database,
  who: Who,
  { state, cursor, limit = PAGE_SIZE }: QueryOf<typeof listUnshown>,
): Promise<FoundPage> {
  const name = `unshown-${state}`
  const position = decodePosition(cursor, [name], isMicroseconds)
  const after = position && { micros: position.key, id: position.id }
  return foundPage(name, await onlyRow(db, unshownStatement(who, { state, limit, after })))
}

/** One work of the viewer's with what a state adds to it; undefined if it is not theirs or does not exist. */
export async function findOwnState(
  db: Database,
  who: Who,
  id: string,
): Promise<UnshownWork | undefined> {
  const { rows } = await sql<{ json: UnshownWork }>`
    with ${meTable(who)}
    select ${unshownJson} as json from portfolio_items p ${itemJoins}
    where p.id = ${id}::uuid and p.creator_id = (select user_id from me)`.execute(db)
  return rows[0]?.json
}

/** The same for a work that was held just now. */
export async function readUnshown(db: Database, who: Who, id: string): Promise<UnshownWork> {
  const found = await findOwnState(db, who, id)
  if (found === undefined) throw new Error(`the work ${id} is gone although it was held`)
  return found
}

export interface WorkStanding {
  state: WorkState
  /** Where it comes back to from the bin. */
  binnedFrom: 'draft' | 'published' | 'hidden' | null
}

/** The state of a locked work. */
export async function findStanding(trx: Database, id: string): Promise<WorkStanding> {
  return trx
    .selectFrom('portfolio_items')
    .select(['state', 'binned_from as binnedFrom'])
    .where('id', '=', id)
    .$narrowType<WorkStanding>()
    .executeTakeFirstOrThrow()
}

/** The tags of a locked work. */
export async function findTags(trx: Database, id: string): Promise<string[]> {
  const { tags } = await trx
    .selectFrom('portfolio_items')
    .select('tags')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return tags
}

/** What a post shows of a work that is shared as one. */
export async function findWorkToShare(trx: Database, id: string) {
  return trx
    .selectFrom('portfolio_items')
    .select([
      'media_id as mediaId',
      'title',
      'description',
      'tags',
      'category_id as categoryId',
      'sensitive_by_author as isSensitive',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * Moves a locked work to another state, and its counters with it. What is shown for the first time is new from now on.
 * Locks the file's row, so that it cannot become ready unseen in between.
 */
export async function moveWork(
  trx: Database,
  id: string,
  { state, at, publishAt = null }: { state: WorkState; at: Date; publishAt?: Date | null },
): Promise<void> {
  await sql`
    with was as materialized (
      select id, media_id, state, is_listed from portfolio_items where id = ${id}::uuid),
    file as materialized (
      select m.state = 'ready' as is_ready from media m where m.id = (select media_id from was)
      for no key update),
    item as (
      update portfolio_items p set state = ${state}::text, publish_at = ${publishAt}::timestamptz, state_at = ${at},
        binned_from = case when ${state}::text = 'binned'
          then case when was.state = 'scheduled' then 'draft' else was.state end end,
        created_at = case when ${state}::text = 'published' and (was.state in ('draft', 'scheduled'))
          then ${at} else p.created_at end,
        is_listed = ${state}::text = 'published' and not p.author_gone and p.taken_down_at is null
          and (select is_ready from file)
      from was where p.id = was.id
      returning p.id, p.title, p.tags, p.description, p.creator_id, p.category_id, p.state, p.is_listed::int - was.is_listed::int as by,
        (p.state = 'published')::int - (was.state = 'published')::int as works),
    person as (
      update users u set work_count = u.work_count + item.works from item
      where u.id = item.creator_id and item.works <> 0),
    ${moveCategoryCounts(sql`select category_id, by from item`)},
    terms as (${addMissingTerms(sql`(
      select item.title, item.tags, ${wordsOf('item')} as description, c.name as category_name, ${nameOf('u')} as creator_name
      from item join users u on u.id = item.creator_id join categories c on c.id = item.category_id
      where item.state = 'published')`)})
    select 1`.execute(trx)
}

/** Some scheduled works whose time has come, the earliest first. */
export async function findDueWorks(db: Database, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from portfolio_items where state = 'scheduled' and publish_at <= ${at}
    order by publish_at limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a scheduled work whose time has come; false when it is none any more. */
export async function lockDueWork(trx: Database, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    select id from portfolio_items where id = ${id}::uuid and state = 'scheduled' and publish_at <= ${at}
    for update`.execute(trx)
  return rows.length > 0
}

/** Some works that have been in the bin for long enough, the oldest first. */
export async function findSpoiledWorks(
  db: Database,
  at: Date,
  limit: number,
): Promise<{ id: string; creatorId: string }[]> {
  const { rows } = await sql<{ id: string; creatorId: string }>`
    select id, creator_id as "creatorId" from portfolio_items
    where state = 'binned' and state_at < ${at}::timestamptz - ${sql.lit(BIN_DAYS)} * interval '1 day'
    order by state_at limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Whether a locked work is still due to be deleted. */
export async function isSpoiled(trx: Database, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    select id from portfolio_items where id = ${id}::uuid and state = 'binned'
      and state_at < ${at}::timestamptz - ${sql.lit(BIN_DAYS)} * interval '1 day'`.execute(trx)
  return rows.length > 0
}
