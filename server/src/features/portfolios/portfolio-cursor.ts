import { AppError } from '../../http/errors.ts'
import { decodeCursor, encodeCursor } from '../../http/paging.ts'

/** What a list is sorted by, before the id. A cursor of one order means nothing in another. */
export type Order = 'newest' | 'popular' | 'featured' | 'relevant'

/** Where a page ended: microseconds for orders by time, a score for the others, and the last id. */
export interface Position {
  order: Order
  key: number
  id: string
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const encodePosition = ({ order, key, id }: Position): string =>
  encodeCursor([order, key, id])

/** The position that a cursor of one of these orders stands for, or 400: what PostgreSQL could not read stops here. */
export function decodePosition(
  cursor: string | undefined,
  orders: readonly Order[],
): Position | null {
  const values = decodeCursor(cursor, ['string', 'number', 'string'])
  if (values === null) return null
  const [name, key, id] = values
  const order = orders.find((one) => one === name)
  const byTime = order === 'newest' || order === 'featured'
  if (order !== undefined && UUID.test(id) && (byTime ? isMicroseconds(key) : isReal(key))) {
    return { order, key, id }
  }
  throw new AppError('input.invalid', 'cursor is not one that this list gave out.', {
    fields: { cursor: 'is not one that this list gave out' },
  })
}

const isMicroseconds = (key: number): boolean => Number.isSafeInteger(key) && key >= 0

/** A float4 of PostgreSQL: neither too large for it nor too small. */
function isReal(key: number): boolean {
  const real = Math.fround(key)
  return Number.isFinite(real) && (real !== 0 || key === 0)
}
