import { MIN_HIRE_CENTS } from '@plinth/contract/limits.ts'
import type { Picture } from '@plinth/contract/media/media.ts'
import { NO_LINKS, type Banner } from '@plinth/contract/people/users.ts'
import { sql, type RawBuilder } from 'kysely'
import { isPublicBoard } from '../../db/board-sql.ts'
import { isoTime } from '../../db/time-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { Reads } from '../../db/reads.ts'
import type { HotResult, HotRow } from '../../http/mount.ts'
import { pictureJson } from '../media/media-sql.ts'
import { dollarsOf } from '../money/money-sql.ts'
import { viewerReads } from '../session/viewer-page-sql.ts'
import { viewerSeesHidden, type Who } from '../session/viewer-sql.ts'
import { isBlockedByMe, hasBlockedViewer } from './block-sql.ts'
import { followFlags } from './follow-queries.ts'
import { projectsCompleted, ratingJson } from './person-sql.ts'

/** The account is active and does not block the viewer; admins see inactive accounts, too. */
const isVisible = sql`((not u.is_gone or ${viewerSeesHidden}) and not ${hasBlockedViewer(sql`u.id`)})`

/** The contract's Banner of this person: the work that they chose, while it can be shown there. */
const bannerOf = (userId: RawBuilder<unknown>): RawBuilder<Banner | null> => sql<Banner | null>`(
  select json_build_object('workId', p.id, 'title', p.title, 'picture', ${pictureJson()})
  from profile_banners n join portfolio_items p on p.id = n.item_id join media m on m.id = p.media_id
  where n.user_id = ${userId} and p.is_listed and not p.is_sensitive)`

export async function findBanner(db: Database, userId: string): Promise<Banner | null> {
  const { rows } = await sql<{ banner: Banner | null }>`
    select ${bannerOf(sql`${userId}::uuid`)} as banner`.execute(db)
  return rows[0]?.banner ?? null
}

/**
 * A person as anyone may see them, without the email address. Works whose picture is not ready count for their maker
 * only.
 */
const profile = viewerReads<object, { id: string }, HotRow>(
  (_, { id }, me) => sql<HotRow>`
  with ${me}
  select (select user_id from me) as "viewerId", (
    select row_to_json(t)::text from (
      select u.id, u.handle, u.first_name as "firstName", u.last_name as "lastName", u.bio, u.location, u.website,
        u.profile_image_url as "profileImageUrl", u.is_creator as "isCreator", u.is_admin as "isAdmin",
        ${isoTime(sql`u.created_at`)} as "createdAt", u.profile_colors as "profileColors",
        ${sql.lit(JSON.stringify(NO_LINKS))}::jsonb || u.social_links as "socialLinks",
        (select count(*) from portfolio_items p where p.creator_id = u.id
          and (p.is_listed or (p.creator_id = (select user_id from me) and p.state = 'published'))) as "workCount",
        u.post_count as "postCount",
        (select count(*) from boards bd where bd.owner_id = u.id and ${isPublicBoard}) as "boardCount",
        ${bannerOf(sql`u.id`)} as banner,
        case when u.id = (select user_id from me) then
          (select coalesce(sum(like_count), 0) from portfolio_items where creator_id = u.id and is_listed)
          + (select coalesce(sum(like_count), 0) from posts where creator_id = u.id and is_visible)
        end as "likesReceived",
        u.follower_count as followers, u.following_count as following, ${ratingJson} as rating,
        ${projectsCompleted(sql`u.id`)} as "projectsCompleted",
        (select json_build_object('workId', p.id, 'price', ${dollarsOf(sql`p.starting_price_cents`)})
          from portfolio_items p
          where u.is_creator and p.creator_id = u.id and p.is_listed
            and p.starting_price_cents >= ${sql.lit(MIN_HIRE_CENTS)}
          order by p.starting_price_cents, p.created_at desc, p.id desc limit 1) as "hireFrom",
        ${followFlags(sql`u.id`)}, ${isBlockedByMe(sql`u.id`)} as "isBlocked"
      from users u where u.id = ${id}::uuid and ${isVisible}
    ) t) as json`,
)
export const profileStatement = (who: Who, id: string) => profile(who, {}, { id })

const stats = viewerReads<object, { id: string }, HotRow>(
  (_, { id }, me) => sql<HotRow>`
  with ${me}
  select (select user_id from me) as "viewerId", (
    select json_build_object('followers', follower_count, 'following', following_count)::text
    from users u where u.id = ${id}::uuid and ${isVisible}) as json`,
)

/** Null JSON when there is no such person. */
export const findProfile = (reads: Reads, who: Who, id: string): Promise<HotResult> =>
  reads.one(profileStatement(who, id))

export const findStats = (reads: Reads, who: Who, id: string): Promise<HotResult> =>
  reads.one(stats(who, {}, { id }))

/** The picture of a person in a link preview: their portrait, or else their newest listed work. */
export async function findPersonPicture(db: Database, id: string): Promise<Picture | null> {
  const { rows } = await sql<{ picture: Picture }>`
    select ${pictureJson()} as picture from users u join media m on m.id = coalesce(
      (select id from media where state = 'ready' and owner_id = u.id and id = substring(
        u.profile_image_url from '/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/')::uuid),
      (select media_id from portfolio_items where creator_id = u.id and is_listed and not is_sensitive
        order by created_at desc, id desc limit 1))
    where u.id = ${id}::uuid`.execute(db)
  return rows[0]?.picture ?? null
}
