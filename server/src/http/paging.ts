import { invalidField } from './errors.ts'
import { readJson, type Json } from './json.ts'

/** A cursor holds the value of every column that its list is sorted by. Callers must treat it as opaque. */
export const encodeCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** The values of a cursor, checked against these types. Throws a 400 if they do not match. */
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
    // Every broken cursor gets the same error, below.
  }
  throw badCursor()
}

/** Whether a cursor is of a list with this name or order, to tell two lists apart that one call reads in turn. */
export const isCursorOf = (cursor: string, order: string): boolean =>
  Buffer.from(cursor, 'base64url')
    .toString()
    .startsWith(`[${JSON.stringify(order)},`)

export const badCursor = () =>
  invalidField('cursor', 'This list did not give out this “cursor”. Start from its first page.')

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** Checked here, because PostgreSQL would fail on anything that is no UUID. */
export const isId = (value: string): boolean => UUID.test(value)
export const isMicroseconds = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** Where a page of a list ended: its order, the last value of the sort column, and the last id. */
export interface Position<Order extends string> {
  order: Order
  key: number
  id: string
}

/** The cursor of the next page of a list with this name or order; null on the last page. */
export const cursorAfter = (order: string, last: [key: number, id: string] | null): string | null =>
  last && encodeCursor([order, ...last])

export interface FoundPage {
  /** A JSON list; null if the thing that the list belongs to does not exist. */
  json: Json | null
  /** The person of the session; null for visitors. */
  viewerId: string | null
  nextCursor: string | null
  headers?: Readonly<Record<string, string>>
}

/** A page in the form in which screens keep lists. */
export const readPage = ({
  json,
  nextCursor,
}: FoundPage): { items: unknown[]; next: string | null } => ({
  items: json === null ? [] : readJson<unknown[]>(json),
  next: nextCursor,
})

/** Makes a page from the row of a statement, for a list of this name or order. */
export const foundPage = (
  order: string,
  found: { json: Json; viewerId: string | null; last: [key: number, id: string] | null },
  exists = true,
): FoundPage => ({
  json: exists ? found.json : null,
  viewerId: found.viewerId,
  nextCursor: exists ? cursorAfter(order, found.last) : null,
})

/** Reads a cursor of one of these orders. Throws a 400 if it is not one. */
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

/** Where a page of a list sorted by time ended: microseconds since 1970, and the last id. */
export interface TimePosition {
  micros: number
  id: string
}

/** Reads a cursor of this list. Throws a 400 if it is not one. */
export function decodeTimeCursor(cursor: string | undefined, list: string): TimePosition | null {
  const position = decodePosition(cursor, [list], isMicroseconds)
  return position && { micros: position.key, id: position.id }
}
