import { sql } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import type { Shown } from '../../db/page-sql.ts'
import { dollarsOf } from '../../core/money/money-sql.ts'
import { viewerSeesHidden } from '../../core/session/viewer-sql.ts'
import { hasBlockedViewer, isNotBlocked } from '../../core/users/block-sql.ts'
import { personJson } from '../../core/users/person-sql.ts'
import { cardImageUrl, pictureJson, playUrl, videoJson } from '../../core/media/media-sql.ts'
import { RANKING } from './for-you/weights.ts'

/** The fields of a Post that are alike for everybody and no counters, from `posts p` and the tables of `postJoins`. */
export const cardColumns = sql`
  p.id, p.type, p.title, p.description, p.category_id as "categoryId",
  case when c.id is not null
    then json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) end as category,
  p.tags, p.location, p.mood,
  f.media, f."mediaUrls" ->> 0 as "mediaUrl", f."mediaUrls" ->> 0 as "primaryMediaUrl", f."mediaUrls",
  f."thumbnailUrl",
  p.portfolio_id as "portfolioId",
  (select ${dollarsOf(sql`i.starting_price_cents`)} from portfolio_items i
    where i.id = p.portfolio_id and i.is_listed) as price,
  p.is_public as "isPublic", p.is_approved as "isApproved", p.featured_at is not null as "isFeatured",
  p.is_ready as "isReady", p.is_sensitive as "isSensitive",
  p.taken_down_at is not null as "isTakenDown",
  p.creator_id as "creatorId",
  ${personJson('u')} as creator,
  ${isoTime(sql`p.created_at`)} as "createdAt"`

/**
 * All fields of a Post, with the viewer in `me`, for statements that read few posts or write them. Avoids `exists` for the
 * flags, which the planner may turn into a hash of everything the viewer ever liked.
 */
export const postColumns = sql`${cardColumns},
  (select true from follows w where w.follower_id = (select user_id from me)
    and w.followed_id = p.creator_id) is not null as "isFollowing",
  p.like_count as likes, p.like_count as "likeCount",
  p.comment_count as comments, p.comment_count as "commentCount",
  p.save_count as "saveCount", p.share_count as "shareCount",
  p.view_count as views, p.view_count as "viewCount",
  (select true from post_likes l
    where l.user_id = (select user_id from me) and l.post_id = p.id) is not null as "isLiked",
  (select true from post_saves s
    where s.user_id = (select user_id from me) and s.post_id = p.id) is not null as "isSaved"`

/** The tables that `postColumns` reads beside `posts p`. Only the author and admins see files that failed. */
export const postJoins = sql`
  join users u on u.id = p.creator_id
  left join categories c on c.id = p.category_id
  cross join lateral (
    select
      json_agg(json_build_object('kind', m.kind, 'picture', ${pictureJson()}, 'video', ${videoJson()},
        'failure', m.failure) order by pm.position) as media,
      json_agg(coalesce(${playUrl()}, ${cardImageUrl()}) order by pm.position) as "mediaUrls",
      (array_agg(${cardImageUrl()} order by pm.position))[1] as "thumbnailUrl"
    from post_media pm join media m on m.id = pm.media_id
    where pm.post_id = p.id
      and (m.state = 'ready' or p.creator_id = (select user_id from me) or ${viewerSeesHidden})) f`

/** Posts as all lists show them. */
export const shownPost: Shown = { table: 'posts', columns: postColumns, joins: postJoins }

/** Whether post `p` is promoted now. */
export const isPromoted = sql`((select true from promotions o
  where o.post_id = p.id and o.state = 'running') is not null)`

/** Whether post `p` has enough likes and comments to come first among what is popular. */
export const isRespondedTo = sql`(
  p.like_count + p.comment_count >= ${sql.lit(RANKING.opening.actions)})`

/** Visible to everybody, or the viewer's own, or the viewer is an admin. Use it for lists of one person, where the block is checked once. */
export const isShown = sql`(
  p.is_visible or p.creator_id = (select user_id from me) or ${viewerSeesHidden})`

/** The same where neither of author and viewer blocks the other. */
export const isSeen = sql`(${isShown} and ${isNotBlocked(sql`p.creator_id`)})`

/** The same, and the author has not blocked the viewer. */
export const isVisible = sql`(${isShown} and not ${hasBlockedViewer(sql`p.creator_id`)})`
