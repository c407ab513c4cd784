import { sql } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import {
  audioJson,
  cardImageUrl,
  documentJson,
  pictureJson,
  videoJson,
} from '../../core/media/media-sql.ts'
import { dollarsOf } from '../../core/money/money-sql.ts'
import { viewerSeesHidden } from '../../core/session/viewer-sql.ts'
import { hasBlockedViewer, isNotBlocked } from '../../core/users/block-sql.ts'
import { personJson, ratingJson } from '../../core/users/person-sql.ts'
import type { Shown } from '../../db/page-sql.ts'

/**
 * The fields of a PortfolioItem that are alike for everybody and no counters, from `portfolio_items p`, its `users u`,
 * `media m` and `categories c`.
 */
export const cardColumns = sql`
  p.id, p.title, p.description,
  ${cardImageUrl()} as "imageUrl", m.kind as "fileType", ${pictureJson()} as picture,
  ${videoJson()} as video, ${audioJson()} as audio, ${documentJson()} as document,
  p.creator_id as "creatorId",
  ${personJson('u')} as creator,
  ${ratingJson} as rating,
  json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) as category,
  ${dollarsOf(sql`p.starting_price_cents`)} as "startingPrice",
  p.tags, case when p.origin is not null then json_build_object(
    'kind', p.origin, 'parts', p.origin_parts, 'saidAt', ${isoTime(sql`p.origin_said_at`)}) end as origin,
  p.is_reserved as "isReserved", p.is_reserved and m.carries_reservation is true
    and (m.kind <> 'image' or cardinality(m.rendition_widths) > 0) as "isReservedInFiles",
  p.featured_at is not null as "isFeatured", p.state, p.is_listed as "isListed",
  p.has_case_study as "hasCaseStudy",
  p.is_sensitive as "isSensitive", p.taken_down_at is not null as "isTakenDown",
  ${isoTime(sql`p.created_at`)} as "createdAt"`

/** All fields of a PortfolioItem, with the viewer in `me`. */
export const itemColumns = sql`${cardColumns},
  p.like_count as likes, p.like_count as "likeCount", p.save_count as "saveCount",
  p.view_count as views, p.view_count as "viewCount",
  exists (select 1 from portfolio_likes l
    where l.user_id = (select user_id from me) and l.item_id = p.id) as "isLiked",
  exists (select 1 from portfolio_saves s
    where s.user_id = (select user_id from me) and s.item_id = p.id) as "isSaved"`

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

const isOwn = sql`p.creator_id = (select user_id from me)`

/** Listed, or the viewer's own whose picture is not ready. */
export const isShown = sql`(p.is_listed or (${isOwn} and p.state = 'published'))`

/** The same where neither of creator and viewer blocks the other. */
export const isSeen = sql`(${isShown} and ${isNotBlocked(sql`p.creator_id`)})`

/**
 * Whether a single work can be seen: listed, and its creator has not blocked the viewer; or the viewer's own, in any
 * state. Admins also see works that are taken down.
 */
export const isVisible = sql`(${isOwn} or (p.is_listed and not ${hasBlockedViewer(sql`p.creator_id`)})
  or (p.taken_down_at is not null and ${viewerSeesHidden}))`
