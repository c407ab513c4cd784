import type { Post } from '@plinth/contract/posts/posts.ts'
import { sql, type RawBuilder } from 'kysely'
import { viewerReads } from '../../core/session/viewer-page-sql.ts'
import { meOf } from '../../core/session/viewer-sql.ts'
import type { Given } from '../../db/page-sql.ts'
import type { Reads } from '../../db/reads.ts'
import { statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import {
  createCardLists,
  FIRST_FLAG,
  FLAGS,
  type CardLists,
  type CardRow,
  type LoadedCard,
} from '../../http/cards.ts'
import { cardColumns, postJoins } from './post-sql.ts'

const IS_LIKED = FIRST_FLAG
const IS_SAVED = FIRST_FLAG * 2
const IS_FOLLOWING = FIRST_FLAG * 4
const IS_PROMOTED = FIRST_FLAG * 8

const me = sql`(select user_id from me)`

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
}: PostRowsOptions): RawBuilder<string | null> => sql<string | null>`(
  with seen as materialized (
    select p.id, p.creator_id, p.card_version, p.is_visible, p.like_count, p.comment_count, p.save_count,
      p.share_count, p.view_count, page.place
    from page join posts p on p.id = page.id
    where page.place <= ${limit}::int and ${where}),
  marks as materialized (select
    array(select post_id from post_likes
      where user_id = ${me} and post_id = any (array(select id from seen))) as liked,
    array(select post_id from post_saves
      where user_id = ${me} and post_id = any (array(select id from seen))) as saved,
    array(select followed_id from follows
      where follower_id = ${me} and followed_id = any (array(select creator_id from seen))) as followed,
    ${
      withPromoted
        ? sql`array(select post_id from promotions
            where state = 'running' and post_id = any (array(select id from seen)))`
        : sql`'{}'::uuid[]`
    } as promoted)
  select string_agg(concat_ws(' ', s.id, s.card_version,
      s.is_visible::int * ${sql.lit(FLAGS.isVisible)}
      + ((s.creator_id = ${me} or (select is_admin from me)) is true)::int * ${sql.lit(FLAGS.seesAll)}
      + (s.id = any (m.liked))::int * ${sql.lit(IS_LIKED)}
      + (s.id = any (m.saved))::int * ${sql.lit(IS_SAVED)}
      + (s.creator_id = any (m.followed))::int * ${sql.lit(IS_FOLLOWING)}
      + (s.id = any (m.promoted))::int * ${sql.lit(IS_PROMOTED)},
      s.place, s.like_count, s.comment_count, s.save_count, s.share_count, s.view_count),
    ',' order by s.place)
  from seen s, marks m)`

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
    restOf: ({ flags, counts: [likes = 0, comments = 0, saves = 0, shares = 0, views = 0] }) =>
      `,"likes":${likes},"likeCount":${likes},"comments":${comments},"commentCount":${comments}` +
      `,"saveCount":${saves},"shareCount":${shares},"views":${views},"viewCount":${views}` +
      `,"isLiked":${(flags & IS_LIKED) !== 0},"isSaved":${(flags & IS_SAVED) !== 0}` +
      `,"isFollowing":${(flags & IS_FOLLOWING) !== 0}`,
  })

export const isPromotedRow = ({ flags }: CardRow): boolean => (flags & IS_PROMOTED) !== 0

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
