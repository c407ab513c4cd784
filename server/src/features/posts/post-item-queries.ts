import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { pictureJson } from '../../core/media/media-sql.ts'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import { isNotBlocked } from '../../core/users/block-sql.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { ViewerFlags } from '../../http/shared-pages.ts'
import { isVisible, postColumns, postJoins } from './post-sql.ts'

export interface FoundPost {
  json: string | null
  viewerId: string | null
}

/** One post as Post JSON; null when this viewer can see no such post. */
export async function findPost(db: Database, who: Who, id: string): Promise<string | null> {
  const { rows } = await sql<{ json: string }>`
    with ${meTable(who)}
    select row_to_json(t)::text as json from (
      select ${postColumns} from posts p ${postJoins} where p.id = ${id}::uuid and ${isVisible}
    ) t`.execute(db)
  return rows[0]?.json ?? null
}

/** The post with everything else that its page shows. */
export const postViewStatement = (who: Who, id: string): RawBuilder<FoundPost> => sql<FoundPost>`
  with ${meTable(who)}
  select (select user_id from me) as "viewerId", (
    select row_to_json(t)::text from (
      select ${postColumns}, u.follower_count as "creatorFollowers",
        (select coalesce(json_agg(json_build_object(
            'id', n.id, 'title', n.title, 'kind', n.kind, 'picture', n.picture)
            order by n.created_at desc, n.id desc), '[]')
          from (
            select o.id, o.title, o.created_at, first.kind, first.picture
            from posts o cross join lateral (
              select m.kind, ${pictureJson()} as picture
              from post_media pm join media m on m.id = pm.media_id
              where pm.post_id = o.id and m.state = 'ready' order by pm.position limit 1) first
            where o.creator_id = p.creator_id and o.is_visible and o.id <> p.id
            order by o.created_at desc, o.id desc limit 3) n) as "moreByCreator",
        case when p.creator_id = (select user_id from me) then (
          select json_build_object('state', o.state, 'endsAt', ${isoTime(sql`o.ends_at`)}) from promotions o
          where o.user_id = p.creator_id and o.post_id = p.id and o.state <> 'unpaid'
          order by o.created_at desc, o.id desc limit 1) end as promotion
      from posts p ${postJoins} where p.id = ${id}::uuid and ${isVisible}
    ) t) as json`

export const findPostView = (db: Database, who: Who, id: string): Promise<FoundPost> =>
  onlyRow(db, postViewStatement(who, id))

/** For each flag, the ids of these posts for which it is on for the viewer; and the ids to leave out. */
export async function findPostFlags(db: Database, who: Who, ids: string[]): Promise<ViewerFlags> {
  const { rows } = await sql<ViewerFlags>`
    with ${meTable(who)}
    select (select user_id from me) as "viewerId", json_build_object(
      'isLiked', array(select post_id from post_likes
        where user_id = (select user_id from me) and post_id = any (${ids}::uuid[])),
      'isSaved', array(select post_id from post_saves
        where user_id = (select user_id from me) and post_id = any (${ids}::uuid[])),
      'isFollowing', array(select p.id from posts p
        join follows f on f.follower_id = (select user_id from me) and f.followed_id = p.creator_id
        where p.id = any (${ids}::uuid[]))) as on,
      array(select p.id::text from posts p where p.id = any (${ids}::uuid[])
        and not ${isNotBlocked(sql`p.creator_id`)}) as hidden`.execute(db)
  return rows[0] ?? { viewerId: null, on: {}, hidden: [] }
}
