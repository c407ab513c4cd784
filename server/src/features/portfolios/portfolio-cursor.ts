import { badCursor, decodeCursor, encodeCursor, isId, isMicroseconds } from '../../http/paging.ts'

/** What a list is sorted by, before the id. A cursor of one order means nothing in another. */
export type Order = 'newest' | 'popular' | 'featured' | 'relevant' | 'saved'

/** Where a page ended: microseconds for orders by time, a score for the others, and the last id. */
export interface Position {
  order: Order
  key: number
  id: string
}

export const encodePosition = ({ order, key, id }: Position): string =>
  encodeCursor([order, key, id])

/** The position that a cursor of one of these orders stands for, or 400. */
export function decodePosition(
  cursor: string | undefined,
  orders: readonly Order[],
): Position | null {
  const values = decodeCursor(cursor, ['string', 'number', 'string'])
  if (values === null) return null
  const [name, key, id] = values
  const order = orders.find((one) => one === name)
  const byTime = order === 'newest' || order === 'featured' || order === 'saved'
  if (order !== undefined && isId(id) && (byTime ? isMicroseconds(key) : isReal(key))) {
    return { order, key, id }
  }
  throw badCursor()
}

/** A float4 of PostgreSQL: neither too large for it nor too small. */
function isReal(key: number): boolean {
  const real = Math.fround(key)
  return Number.isFinite(real) && (real !== 0 || key === 0)
}
