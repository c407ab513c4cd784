import {
  Array as ListOf,
  Integer,
  Number as NumberOf,
  Object as ObjectOf,
  Optional,
  String as Text,
  Union,
  Null,
  type TObjectOptions,
  type TProperties,
  type TSchema,
} from 'typebox'
import {
  MAX_PAGE_SIZE,
  MAX_PRICE_CENTS,
  MAX_TAGS,
  MAX_TAG_LENGTH,
  MIN_HIRE_CENTS,
  PAGE_SIZE,
} from '../limits.ts'
import { FILLED } from './filled.ts'

export const Id = Text({ format: 'uuid' })
/** ISO 8601 in UTC with milliseconds, as JavaScript writes it. SQL that writes JSON uses `isoTime`. */
export const Time = Text({ format: 'date-time' })
/** A time that somebody sends, bounded as everything is that is sent. */
export const SentTime = Text({ format: 'date-time', maxLength: 40 })
/** For a day as `2027-03-06`. The format allows the year 0, which PostgreSQL does not have. */
export const DAY = { format: 'date', pattern: '^(?!0000)' } as const
/** A day without a clock time. */
export const Day = Text(DAY)
export const Count = Integer({ minimum: 0 })
/** Decimal dollars with at most two places; cents inside the server. */
export const Dollars = NumberOf({ minimum: 0, maximum: MAX_PRICE_CENTS / 100 })
export const HIRE_BOUNDS = {
  minimum: MIN_HIRE_CENTS / 100,
  maximum: MAX_PRICE_CENTS / 100,
} as const
/** The price of a project in dollars: half of it has to be enough for a card. */
export const HirePrice = NumberOf(HIRE_BOUNDS)

/** Cents for a sum in dollars; null when it has parts of a cent. (`multipleOf: 0.01` fails on 0.29.) */
export function dollarsToCents(dollars: number): number | null {
  const cents = Math.round(dollars * 100)
  return Math.abs(dollars * 100 - cents) < 1e-6 ? cents : null
}

/** Text with a visible character. `options` says what sentences call it. */
export const filledText = (maxLength: number, options: object = {}) =>
  Text({ minLength: 1, maxLength, pattern: FILLED, ...options })
export const nullable = <S extends TSchema>(schema: S) => Union([schema, Null()])

export const Tags = ListOf(filledText(MAX_TAG_LENGTH), { maxItems: MAX_TAGS })

/** An object with these fields and no others. */
export const exact = <F extends TProperties>(fields: F, options: TObjectOptions = {}) =>
  ObjectOf(fields, { additionalProperties: false, ...options })
/** Like `exact`, with a name for the API documentation. */
export const entity = <F extends TProperties>(title: string, fields: F) => exact(fields, { title })

/** Keyset paging: the cursor comes from the `Link: <…>; rel="next"` header and is opaque. */
const pagingQuery = {
  cursor: Optional(Text({ maxLength: 300 })),
  limit: Optional(Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: PAGE_SIZE })),
}
/** The query of a list without filters. */
export const Paging = exact(pagingQuery)
/** The query of a list with these filters. */
export const paged = <F extends TProperties>(fields: F) => exact({ ...fields, ...pagingQuery })
export const idParams = { id: Id }
/** Limited to the database column's range. Whether the category exists is checked elsewhere. */
export const CategoryId = Integer({ minimum: 1, maximum: 32_767 })
