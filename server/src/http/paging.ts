import { AppError } from './errors.ts'

/** A cursor carries every column its list is sorted by, and is opaque to the caller. */
export const encodeCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** The values of a cursor, each of the type named, or 400. */
export function decodeCursor<const T extends readonly ('string' | 'number')[]>(
  cursor: string | undefined,
  types: T,
): { [K in keyof T]: T[K] extends 'string' ? string : number } | null {
  if (cursor === undefined) return null
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (
      Array.isArray(values) &&
      values.length === types.length &&
      types.every((type, index) => typeof values[index] === type)
    ) {
      return values as never
    }
  } catch {
    // Falls through to the one answer for every broken cursor.
  }
  throw badCursor()
}

export const badCursor = () =>
  new AppError('input.invalid', 'cursor is not one that this list gave out.', {
    fields: { cursor: 'is not one that this list gave out' },
  })

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** What PostgreSQL could not read stops here. */
export const isId = (value: string): boolean => UUID.test(value)
export const isMicroseconds = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** Where a page of a list ended: what it is sorted by, that column's last value, and the last id. */
export interface Position<Order extends string> {
  order: Order
  key: number
  id: string
}

/** The cursor of what follows in a list of this name or order; null when nothing does. */
export const cursorAfter = (order: string, last: [key: number, id: string] | null): string | null =>
  last && encodeCursor([order, ...last])

export interface FoundPage {
  /** A JSON list; null when there is nothing it could be of. */
  json: string | null
  /** Whose session it was. */
  viewerId: string | null
  nextCursor: string | null
  headers?: Readonly<Record<string, string>>
}

/** The page that a statement found in a list of this name or order. */
export const foundPage = (
  order: string,
  found: { json: string; viewerId: string | null; last: [key: number, id: string] | null },
  isThere = true,
): FoundPage => ({
  json: isThere ? found.json : null,
  viewerId: found.viewerId,
  nextCursor: isThere ? cursorAfter(order, found.last) : null,
})

/** The position that a cursor of one of these orders stands for, or 400. */
export function decodePosition<Order extends string>(
  cursor: string | undefined,
  orders: readonly Order[],
  isKey: (key: number, order: Order) => boolean,
): Position<Order> | null {
  const values = decodeCursor(cursor, ['string', 'number', 'string'])
  if (values === null) return null
  const [name, key, id] = values
  const order = orders.find((one) => one === name)
  if (order !== undefined && isKey(key, order) && isId(id)) return { order, key, id }
  throw badCursor()
}

/** Where a page of a list by time ended: microseconds since 1970, and the last id. */
export interface TimePosition {
  micros: number
  id: string
}

/** The position that a cursor of this list stands for, or 400. */
export function decodeTimeCursor(cursor: string | undefined, list: string): TimePosition | null {
  const position = decodePosition(cursor, [list], isMicroseconds)
  return position && { micros: position.key, id: position.id }
}
