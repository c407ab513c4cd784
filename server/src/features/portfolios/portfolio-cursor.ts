import { decodePosition, isMicroseconds, type Position } from '../../http/paging.ts'

/** When the viewer put it on a list of their own. */
export type KeptOrder = 'saved' | 'liked'

/** What a list is sorted by, before the id. A cursor of one order means nothing in another. */
export type Order = 'newest' | 'popular' | 'featured' | 'relevant' | KeptOrder

/** Where a page ended: microseconds for orders by time, a score for the others, and the last id. */
export type WorkPosition = Position<Order>

/** The position that a cursor of one of these orders stands for, or 400. */
export const decodeWorkPosition = (
  cursor: string | undefined,
  orders: readonly Order[],
): WorkPosition | null =>
  decodePosition(cursor, orders, (key, order) =>
    order === 'popular' || order === 'relevant' ? isReal(key) : isMicroseconds(key),
  )

/** A float4 of PostgreSQL: neither too large for it nor too small. */
function isReal(key: number): boolean {
  const real = Math.fround(key)
  return Number.isFinite(real) && (real !== 0 || key === 0)
}
