import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
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
  type LoadedCard,
} from '../../http/cards.ts'
import { cardColumns, itemJoins } from './portfolio-sql.ts'

const IS_LIKED = FIRST_FLAG
const IS_SAVED = FIRST_FLAG * 2

const me = sql`(select user_id from me)`

/**
 * The works of the table `page` (`id`, `place`), for `WorkReads.cards`: which card each shows, its counters, and what
 * differs for the viewer in `me`, whose likes and saves are read once for the whole page.
 */
export const workRows = (limit: Given<number>): RawBuilder<string | null> => sql<string | null>`(
  with seen as materialized (
    select p.id, p.creator_id, p.card_version, p.is_listed, p.like_count, p.save_count, p.view_count, page.place
    from page join portfolio_items p on p.id = page.id where page.place <= ${limit}::int),
  marks as materialized (select
    array(select item_id from portfolio_likes
      where user_id = ${me} and item_id = any (array(select id from seen))) as liked,
    array(select item_id from portfolio_saves
      where user_id = ${me} and item_id = any (array(select id from seen))) as saved)
  select string_agg(concat_ws(' ', s.id, s.card_version,
      s.is_listed::int * ${sql.lit(FLAGS.isVisible)}
      + ((s.creator_id = ${me} or (select is_admin from me)) is true)::int * ${sql.lit(FLAGS.seesAll)}
      + (s.id = any (m.liked))::int * ${sql.lit(IS_LIKED)}
      + (s.id = any (m.saved))::int * ${sql.lit(IS_SAVED)},
      s.place, s.like_count, s.save_count, s.view_count),
    ',' order by s.place)
  from seen s, marks m)`

/** What lists of works are read with. */
export interface WorkReads {
  reads: Reads
  cards: CardLists
}

const known = new WeakMap<Reads, WorkReads>()

/** The same for the whole app, so that all lists of works share their cards. */
export function workReads({ reads }: Pick<Deps, 'reads'>): WorkReads {
  const before = known.get(reads)
  if (before !== undefined) return before
  const works = { reads, cards: createWorkCards(reads) }
  known.set(reads, works)
  return works
}

const createWorkCards = (reads: Reads): CardLists =>
  createCardLists({
    load: (ids) => reads.rows(cardsStatement(null, { ids })),
    briefOf,
    loadOwn: (who, ids) => reads.rows(ownStatement(who, {}, { ids })),
    restOf: ({ flags, counts: [likes = 0, saves = 0, views = 0] }) =>
      `,"likes":${likes},"likeCount":${likes},"saveCount":${saves},"views":${views},"viewCount":${views}` +
      `,"isLiked":${(flags & IS_LIKED) !== 0},"isSaved":${(flags & IS_SAVED) !== 0}`,
  })

const cardOf = sql`(select row_to_json(t)::text from (select ${cardColumns}) t)`

const cardsStatement = statement<null, { ids: string[] }, LoadedCard>(
  (_, { ids }) => sql<LoadedCard>`
    with ${meOf('visitor', sql``)}
    select p.id, p.card_version as version, ${cardOf} as json, false as "isPartial"
    from portfolio_items p ${itemJoins}
    where p.id = any ((select ${ids}::uuid[])::uuid[]) and p.is_listed`,
)

const ownStatement = viewerReads<object, { ids: string[] }, { id: string; json: string }>(
  (_, { ids }, viewer) => sql<{ id: string; json: string }>`
    with ${viewer}
    select p.id, ${cardOf} as json from portfolio_items p ${itemJoins}
    where p.id = any (${ids}::uuid[])`,
)

/** What the page of another work shows of a work. */
function briefOf(json: string): string {
  const { id, title, picture } = JSON.parse(json) as PortfolioItem
  return JSON.stringify({ id, title, picture })
}
