import { sql } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { viewerFlags } from '../../core/session/marked-sql.ts'
import { viewerReads } from '../../core/session/viewer-page-sql.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import type { Reads } from '../../db/reads.ts'
import type { HotResult } from '../../http/mount.ts'
import { POST_ROWS, postRow, type PostReads } from './post-card-queries.ts'
import { isVisible, postColumns, postJoins } from './post-sql.ts'

const onePost = viewerReads<object, { id: string }, { json: string }>(
  (_, { id }, me) => sql<{ json: string }>`
    with ${me}
    select row_to_json(t)::text as json from (
      select ${postColumns} from posts p ${postJoins} where p.id = ${id}::uuid and ${isVisible}
    ) t`,
)

/** One post as Post JSON; null when this viewer can see no such post. */
export async function findPost(reads: Reads, who: Who, id: string): Promise<string | null> {
  const [row] = await reads.rows(onePost(who, {}, { id }))
  return row?.json ?? null
}

interface ViewRow {
  viewerId: string | null
  /** Of the post, as `postRow` gives it; null when this viewer can see no such post. */
  rows: string | null
  /** Up to three others by its author. */
  more: string | null
  followers: number | null
  promotion: string | null
}

/** The post with everything else that its page shows. */
const postView = viewerReads<object, { id: string }, ViewRow>(
  (_, { id }, me) => sql<ViewRow>`
    with ${me},
    page as materialized (
      select p.id, p.creator_id from posts p where p.id = ${id}::uuid and ${isVisible})
    select (select user_id from me) as "viewerId", ${postRow(sql`(select id from page)`)} as rows,
      (select string_agg(concat_ws(' ', n.id, n.card_version, 1), ',' order by n.created_at desc, n.id desc)
        from (
          select o.id, o.card_version, o.created_at from posts o
          where o.creator_id = (select creator_id from page) and o.is_visible and o.id <> ${id}::uuid
          order by o.created_at desc, o.id desc limit 3) n) as more,
      (select u.follower_count from page join users u on u.id = page.creator_id) as followers,
      (select json_build_object('state', o.state, 'endsAt', ${isoTime(sql`o.ends_at`)})::text
        from page join promotions o on o.user_id = page.creator_id and o.post_id = page.id
        where page.creator_id = (select user_id from me) and o.state <> 'unpaid'
        order by o.created_at desc, o.id desc limit 1) as promotion`,
)
export const postViewStatement = (who: Who, id: string) => postView(who, {}, { id })

export async function findPostView(
  { reads, cards }: PostReads,
  who: Who,
  id: string,
): Promise<HotResult> {
  const row = await reads.one(postViewStatement(who, id))
  const { viewerId, rows, followers, promotion } = row
  if (rows === null) return { json: null, viewerId }
  // Asked for together with the post itself.
  const others = cards
    .briefs(row.more)
    .then(
      (more) =>
        `,"creatorFollowers":${followers ?? 0},"moreByCreator":[${[...more.values()].join()}],"promotion":${promotion ?? 'null'}`,
    )
  const json = await cards.one(who, rows, others)
  return { json, viewerId }
}

/** Of the posts on a page: which the viewer likes and has saved, and whose authors they follow. */
export const findPostFlags = viewerFlags(POST_ROWS, ['isLiked', 'isSaved', 'isFollowing'])
