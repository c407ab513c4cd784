import { sql } from 'kysely'
import { decodePosition, isMicroseconds, type Position } from '../../http/paging.ts'
import { cardPage, type CardPageRow } from '../../core/session/marked-sql.ts'
import type { PageSlots } from '../../core/session/viewer-page-sql.ts'
import { byNumber, byTime, type PageList, type Sort } from '../../db/page-sql.ts'
import { WORK_ROWS } from './portfolio-card-queries.ts'

/** Lists of the viewer's own, sorted by the time they liked or saved each work. */
export type LikedOrSaved = 'saved' | 'liked'

/** What a list is sorted by before the id. A cursor is only valid for the order it was made in. */
export type Order = 'newest' | 'popular' | 'featured' | 'relevant' | LikedOrSaved

/** Where a page ended: the last id, with microseconds for orders by time and a score for the others. */
type WorkPosition = Position<Order>

/** The position in the cursor; 400 unless it belongs to one of these orders. */
export const decodeWorkPosition = (
  cursor: string | undefined,
  orders: readonly Order[],
): WorkPosition | null =>
  decodePosition(cursor, orders, (key, order) =>
    order === 'popular' || order === 'relevant' ? isReal(key) : isMicroseconds(key),
  )

/** Whether PostgreSQL can hold the number as a float4. */
function isReal(key: number): boolean {
  const real = Math.fround(key)
  return Number.isFinite(real) && (real !== 0 || key === 0)
}

export interface ListInput {
  order: Order
  limit: number
  after: WorkPosition | null
}

export const SORTS: Record<Order, Sort> = {
  newest: byTime(sql`p.created_at`),
  featured: byTime(sql`p.featured_at`),
  saved: byTime(sql`p.toggled_at`),
  liked: byTime(sql`p.toggled_at`),
  popular: byNumber(sql`p.pop`, 'real'),
  relevant: byNumber(sql`p.score`, 'real'),
}

type SlottedList = PageList & { order: Order; on?: 'likes' | 'saves' | undefined }

/** The statement of a page of works, in this order. */
export const slottedPage = <Row extends CardPageRow>(
  page: PageSlots,
  { order, ...list }: SlottedList,
) => cardPage<Row>(WORK_ROWS, { ...page, sort: SORTS[order], ...list })
