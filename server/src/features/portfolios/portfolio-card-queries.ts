import { sql, type RawBuilder } from 'kysely'
import { viewerReads } from '../../core/session/viewer-page-sql.ts'
import { meOf } from '../../core/session/viewer-sql.ts'
import type { Reads } from '../../db/reads.ts'
import { statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import {
  createCardLists,
  type CardLists,
  type LoadedBrief,
  type LoadedCard,
} from '../../http/cards.ts'
import { cardJson } from '../../core/media/media-sql.ts'
import { markedRows, type RowKind } from '../../core/session/marked-sql.ts'
import { cardColumns, itemJoins } from './portfolio-sql.ts'

/** Rows of works: which card each shows, its counters, and whether the viewer likes and has saved it. */
export const WORK_ROWS: RowKind<'likes' | 'saves'> = {
  isVisible: 'is_listed',
  counts: ['like_count', 'save_count', 'view_count'],
  marks: ({ viewerId, ids }) => ({
    likes: sql`select item_id from portfolio_likes where user_id = ${viewerId} and item_id = any (${ids})`,
    saves: sql`select item_id from portfolio_saves where user_id = ${viewerId} and item_id = any (${ids})`,
  }),
}

/** The row of one work, for `WorkReads.cards`. */
export const workRow = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  markedRows(WORK_ROWS, {
    from: sql`portfolio_items p`,
    where: sql`p.id = ${id}`,
    key: sql`0`,
  })

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
    loadBriefs: (ids) => reads.rows(briefsStatement(null, { ids })),
    loadOwn: (who, ids) => reads.rows(ownStatement(who, {}, { ids })),
    restOf: ({
      counts: [likes = '0', saves = '0', views = '0'],
      marks: [isLiked = false, isSaved = false],
    }) =>
      `,"likes":${likes},"likeCount":${likes},"saveCount":${saves},"views":${views},"viewCount":${views}` +
      `,"isLiked":${isLiked},"isSaved":${isSaved}`,
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

/** What other pages show of works. Whoever may see one that is not listed has been found out before. */
const briefsStatement = statement<null, { ids: string[] }, LoadedBrief>(
  (_, { ids }) => sql<LoadedBrief>`
    select p.id, p.card_version as version, p.is_listed as "isVisible", ${cardJson('p')}::text as json
    from portfolio_items p join media m on m.id = p.media_id
    where p.id = any ((select ${ids}::uuid[])::uuid[])`,
)
