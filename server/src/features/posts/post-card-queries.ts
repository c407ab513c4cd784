import type { Post } from '@plinth/contract/posts/posts.ts'
import { sql, type RawBuilder } from 'kysely'
import { viewerReads } from '../../core/session/viewer-page-sql.ts'
import { meOf } from '../../core/session/viewer-sql.ts'
import type { Given } from '../../db/page-sql.ts'
import type { Reads } from '../../db/reads.ts'
import { statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { createCardLists, type CardLists, type CardRow, type LoadedCard } from '../../http/cards.ts'
import { markedRows } from '../../core/session/marked-sql.ts'
import { cardColumns, postJoins } from './post-sql.ts'

interface PostRowsOptions {
  limit: Given<number>
  /** Leaves posts `p` out of the page. */
  where?: RawBuilder<unknown>
  /** Whether to tell which posts are promoted. */
  withPromoted?: boolean
}

/**
 * The posts of the table `page` (`id`, `place`), for `PostReads.cards`: which card each shows, its counters, and
 * what differs for the viewer in `me`, whose likes, saves and follows are read once for the whole page.
 */
export const postRows = ({
  limit,
  where = sql`true`,
  withPromoted = false,
}: PostRowsOptions): RawBuilder<string | null> =>
  markedRows({
    from: sql`page join posts p on p.id = page.id`,
    where: sql`page.place <= ${limit}::int and ${where}`,
    isVisible: sql`p.is_visible`,
    counts: sql`p.like_count, p.comment_count, p.save_count, p.share_count, p.view_count`,
    marks: ({ viewerId, ids, creatorIds }) => [
      sql`select post_id from post_likes where user_id = ${viewerId} and post_id = any (${ids})`,
      sql`select post_id from post_saves where user_id = ${viewerId} and post_id = any (${ids})`,
      sql`select followed_id from follows where follower_id = ${viewerId} and followed_id = any (${creatorIds})`,
      ...(withPromoted
        ? [sql`select post_id from promotions where state = 'running' and post_id = any (${ids})`]
        : []),
    ],
  })

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
    briefOf,
    loadOwn: (who, ids) => reads.rows(ownStatement(who, {}, { ids })),
    restOf: ({
      counts: [likes = '0', comments = '0', saves = '0', shares = '0', views = '0'],
      marks: [isLiked = false, isSaved = false, isFollowing = false],
    }) =>
      `,"likes":${likes},"likeCount":${likes},"comments":${comments},"commentCount":${comments}` +
      `,"saveCount":${saves},"shareCount":${shares},"views":${views},"viewCount":${views}` +
      `,"isLiked":${isLiked},"isSaved":${isSaved},"isFollowing":${isFollowing}`,
  })

/** Of a row that was read `withPromoted`. */
export const isPromotedRow = ({ marks }: CardRow): boolean => marks[3] === true

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

/** What the page of another post shows of a post. */
function briefOf(json: string): string {
  const { id, title, media } = JSON.parse(json) as Pick<Post, 'id' | 'title' | 'media'>
  const [first] = media
  return JSON.stringify({ id, title, kind: first?.kind, picture: first?.picture })
}

const ownStatement = viewerReads<object, { ids: string[] }, { id: string; json: string }>(
  (_, { ids }, viewer) => sql<{ id: string; json: string }>`
    with ${viewer}
    select p.id, ${cardOf} as json from posts p ${postJoins} where p.id = any (${ids}::uuid[])`,
)
