import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import {
  cardJson,
  audioJson,
  cardImageUrl,
  documentJson,
  pictureJson,
  videoJson,
} from '../../core/media/media-sql.ts'
import { dollarsOf } from '../../core/money/money-sql.ts'
import { meTable, viewerIsAdmin, type Who } from '../../core/session/viewer-sql.ts'
import { isNotBlocked, hasBlockedViewer } from '../../core/users/block-sql.ts'
import { followFlags } from '../../core/users/follow-queries.ts'
import { personJson, projectsCompleted, ratingJson } from '../../core/users/person-sql.ts'
import { onlyRow, type Shown } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { ViewerFlags } from '../../http/shared-pages.ts'

/** The fields of a PortfolioItem from `portfolio_items p`, its `users u`, `media m` and `categories c`. */
export const itemColumns = sql`
  p.id, p.title, p.description,
  ${cardImageUrl()} as "imageUrl", m.kind as "fileType", ${pictureJson()} as picture,
  ${videoJson()} as video, ${audioJson()} as audio, ${documentJson()} as document,
  p.creator_id as "creatorId",
  ${personJson('u')} as creator,
  ${ratingJson} as rating,
  json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) as category,
  ${dollarsOf(sql`p.starting_price_cents`)} as "startingPrice",
  p.like_count as likes, p.like_count as "likeCount", p.save_count as "saveCount",
  p.view_count as views, p.view_count as "viewCount",
  p.tags, case when p.origin is not null then json_build_object(
    'kind', p.origin, 'parts', p.origin_parts, 'saidAt', ${isoTime(sql`p.origin_said_at`)}) end as origin,
  p.is_reserved as "isReserved", p.is_reserved and m.carries_reservation is true
    and (m.kind <> 'image' or cardinality(m.rendition_widths) > 0) as "isReservedInFiles",
  p.featured_at is not null as "isFeatured", p.is_listed as "isListed",
  p.is_sensitive as "isSensitive", p.taken_down_at is not null as "isTakenDown",
  exists (select 1 from portfolio_likes l
    where l.user_id = (select user_id from me) and l.item_id = p.id) as "isLiked",
  exists (select 1 from portfolio_saves s
    where s.user_id = (select user_id from me) and s.item_id = p.id) as "isSaved",
  ${isoTime(sql`p.created_at`)} as "createdAt"`

export const itemJoins = sql`
  join users u on u.id = p.creator_id
  join media m on m.id = p.media_id
  join categories c on c.id = p.category_id`

/** Works as all lists show them. */
export const shownItem: Shown = {
  table: 'portfolio_items',
  columns: itemColumns,
  joins: itemJoins,
}

/** Listed, or the viewer's own. */
export const isShown = sql`(p.is_listed or p.creator_id = (select user_id from me))`

/** The same for a single work, if its creator has not blocked the viewer. Admins also see works that are taken down. */
const isVisible = sql`((${isShown} and not ${hasBlockedViewer(sql`p.creator_id`)})
  or (p.taken_down_at is not null and ${viewerIsAdmin}))`

export interface Found {
  json: string | null
  viewerId: string | null
}

/** One work as PortfolioItem JSON; null when this viewer can see no such work. */
export async function findItem(db: Database, who: Who, id: string): Promise<string | null> {
  const { rows } = await sql<{ json: string }>`
    with ${meTable(who)}
    select row_to_json(t)::text as json from (
      select ${itemColumns} from portfolio_items p ${itemJoins} where p.id = ${id}::uuid and ${isVisible}
    ) t`.execute(db)
  return rows[0]?.json ?? null
}

/** The work with its neighbours among those of the creator's works that this viewer can see, newest first. */
export const viewStatement = (who: Who, id: string): RawBuilder<Found> => {
  const neighbour = (position: RawBuilder<unknown>) => sql`(
    select ${cardJson('n')}
    from (select p.id, p.title, p.media_id from portfolio_items p
      where p.creator_id = w.creator_id and ${isShown} and ${position} limit 1) n
    join media m on m.id = n.media_id)`
  return sql<Found>`
    with ${meTable(who)},
    w as materialized (
      select p.* from portfolio_items p where p.id = ${id}::uuid and ${isVisible})
    select (select user_id from me) as "viewerId", (
      select row_to_json(t)::text from (
        select ${itemColumns},
          ${neighbour(sql`(p.created_at, p.id) > (w.created_at, w.id) order by p.created_at, p.id`)} as previous,
          ${neighbour(sql`(p.created_at, p.id) < (w.created_at, w.id) order by p.created_at desc, p.id desc`)} as next,
          (select count(*) from portfolio_items p where p.creator_id = w.creator_id
            and (${isShown} or p.id = w.id) and (p.created_at, p.id) >= (w.created_at, w.id)) as position,
          (select count(*) from portfolio_items p where p.creator_id = w.creator_id
            and (${isShown} or p.id = w.id)) as "creatorWorkCount",
          (select coalesce(json_agg(
              ${cardJson('n')}
              order by n.created_at desc, n.id desc), '[]')
            from (select p.id, p.title, p.media_id, p.created_at from portfolio_items p
              where p.creator_id = w.creator_id and ${isShown} and p.id <> w.id
              order by p.created_at desc, p.id desc limit 3) n
            join media m on m.id = n.media_id) as "moreByCreator",
          ${projectsCompleted(sql`p.creator_id`)} as "projectsCompleted",
          ${followFlags(sql`p.creator_id`)}
        from w join portfolio_items p on p.id = w.id ${itemJoins}
      ) t) as json`
}

export const findView = (db: Database, who: Who, id: string): Promise<Found> =>
  onlyRow(db, viewStatement(who, id))

/** Which of these works the viewer likes or has saved, and which to hide because of a block. */
export async function findFlags(db: Database, who: Who, ids: string[]): Promise<ViewerFlags> {
  const { rows } = await sql<ViewerFlags>`
    with ${meTable(who)}
    select (select user_id from me) as "viewerId", json_build_object(
      'isLiked', array(select item_id from portfolio_likes
        where user_id = (select user_id from me) and item_id = any (${ids}::uuid[])),
      'isSaved', array(select item_id from portfolio_saves
        where user_id = (select user_id from me) and item_id = any (${ids}::uuid[]))) as on,
      array(select p.id::text from portfolio_items p where p.id = any (${ids}::uuid[])
        and not ${isNotBlocked(sql`p.creator_id`)}) as hidden`.execute(db)
  return rows[0] ?? { viewerId: null, on: {}, hidden: [] }
}

/** False for a search that is only stop words and punctuation. */
export async function hasSearchWords(db: Database, search: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from search_words(${search}::text)) as found`.execute(db)
  return rows[0]?.found === true
}
