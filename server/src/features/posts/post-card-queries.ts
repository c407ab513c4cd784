import { sql, type RawBuilder } from 'kysely'
import { viewerReads } from '../../core/session/viewer-page-sql.ts'
import { meOf } from '../../core/session/viewer-sql.ts'
import type { Reads } from '../../db/reads.ts'
import { statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import {
  createCardLists,
  isOn,
  type CardLists,
  type CardRow,
  type LoadedBrief,
  type LoadedCard,
} from '../../http/cards.ts'
import { pictureJson } from '../../core/media/media-sql.ts'
import { markedRows, type RowKind } from '../../core/session/marked-sql.ts'
import { cardColumns, postJoins } from './post-sql.ts'

/**
 * Rows of posts: which card each shows, its counters, whether the viewer likes and has saved it, and whether they follow
 * its author.
 */
export const POST_ROWS: RowKind<'likes' | 'saves' | 'follows'> = {
  isVisible: 'is_visible',
  counts: ['like_count', 'comment_count', 'save_count', 'share_count', 'view_count'],
  marks: ({ viewerId, ids, creatorIds }) => ({
    likes: sql`select post_id from post_likes where user_id = ${viewerId} and post_id = any (${ids})`,
    saves: sql`select post_id from post_saves where user_id = ${viewerId} and post_id = any (${ids})`,
    follows: sql`select followed_id from follows where follower_id = ${viewerId} and followed_id = any (${creatorIds})`,
  }),
}

/** The same, and which posts are promoted. */
export const PROMOTED_ROWS: RowKind = {
  ...POST_ROWS,
  marks: (page) => ({
    ...POST_ROWS.marks(page),
    promotions: sql`select post_id from promotions where state = 'running' and post_id = any (${page.ids})`,
  }),
}
/** Its place among the marks. */
const PROMOTED = 3

/** The row of one post, for `PostReads.cards`. */
export const postRow = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  markedRows(POST_ROWS, { from: sql`posts p`, where: sql`p.id = ${id}`, key: sql`0` })

/** What lists of posts are read with. */
export interface PostReads {
  reads: Reads
  cards: CardLists
}

const known = new WeakMap<Reads, PostReads>()

/** The same for the whole app, so that all lists of posts share their cards. */
export function postReads({ reads }: Pick<Deps, 'reads'>): PostReads {
  const before = known.get(reads)
  if (before !== undefined) return before
  const posts = { reads, cards: createPostCards(reads) }
  known.set(reads, posts)
  return posts
}

const createPostCards = (reads: Reads): CardLists =>
  createCardLists({
    load: (ids) => reads.rows(cardsStatement(null, { ids })),
    loadBriefs: (ids) => reads.rows(briefsStatement(null, { ids })),
    loadOwn: (who, ids) => reads.rows(ownStatement(who, {}, { ids })),
    restOf: ({
      counts: [likes = '0', comments = '0', saves = '0', shares = '0', views = '0'],
      marks: [isLiked = false, isSaved = false, isFollowing = false],
    }) =>
      `,"likes":${likes},"likeCount":${likes},"comments":${comments},"commentCount":${comments}` +
      `,"saveCount":${saves},"shareCount":${shares},"views":${views},"viewCount":${views}` +
      `,"isLiked":${isLiked},"isSaved":${isSaved},"isFollowing":${isFollowing}`,
  })

/** Of one of `PROMOTED_ROWS`. */
export const isPromotedRow = (row: CardRow): boolean => isOn(row, PROMOTED)

const cardOf = sql`(select row_to_json(t)::text from (select ${cardColumns}) t)`

const cardsStatement = statement<null, { ids: string[] }, LoadedCard>(
  (_, { ids }) => sql<LoadedCard>`
    with ${meOf('visitor', sql``)}
    select p.id, p.card_version as version, ${cardOf} as json,
      exists (select 1 from post_media pm join media m on m.id = pm.media_id
        where pm.post_id = p.id and m.state <> 'ready') as "isPartial"
    from posts p ${postJoins}
    where p.id = any (${ids}::uuid[]) and p.is_visible`,
)

/**
 * What other pages show of posts: the first file besides the title. Whoever may see a post that is not visible has been
 * found out before, and sees a file that is not ready as well.
 */
const briefsStatement = statement<null, { ids: string[] }, LoadedBrief>(
  (_, { ids }) => sql<LoadedBrief>`
    select p.id, p.card_version as version, p.is_visible as "isVisible",
      (case when f.id is null then json_build_object('id', p.id, 'title', p.title)
        else json_build_object('id', p.id, 'title', p.title, 'kind', f.kind, 'picture', ${pictureJson('f')}) end)::text as json
    from posts p left join lateral (
      select m.* from post_media pm join media m on m.id = pm.media_id
      where pm.post_id = p.id and (m.state = 'ready' or not p.is_visible)
      order by pm.position limit 1) f on true
    where p.id = any ((select ${ids}::uuid[])::uuid[])`,
)

const ownStatement = viewerReads<object, { ids: string[] }, { id: string; json: string }>(
  (_, { ids }, viewer) => sql<{ id: string; json: string }>`
    with ${viewer}
    select p.id, ${cardOf} as json from posts p ${postJoins} where p.id = any (${ids}::uuid[])`,
)
