import { sql, type RawBuilder } from 'kysely'
import type { PageEnd } from './page-sql.ts'

type Sql = RawBuilder<unknown>

/** A row of `viewerRows`. */
export interface ListRow {
  viewerId: string
  /** Words with `SEPARATOR` between them: the id, the time that the list is sorted by, and what else is short. */
  row: string | null
}

/** Stands between words. None contains it, because they are ids, numbers, times and words of closed lists. */
const SEPARATOR = '|'
const separator = sql.lit(SEPARATOR)
export const wordsOf = (joined: string): string[] => joined.split(SEPARATOR)

/** These as words, without the nulls among them: only the last may be null. */
export const words = (...columns: Sql[]): Sql => sql`concat_ws(${separator}, ${sql.join(columns)})`

/** These as words, with an empty one for each null. */
export const wordsOrEmpty = (...columns: Sql[]): Sql =>
  sql`concat(${sql.join(columns, sql`, ${separator}, `)})`

/**
 * The rows of a list of the viewer's, one more than its page shows, and their viewer alone if it has none. The server
 * writes the JSON, because `json_build_object` looks up the type of each value in the catalogue, every time. `list` is
 * sorted and limited, and refers to the viewer as `me`; `joins` may add to that.
 */
export const viewerRows = <Row extends ListRow>(
  me: Sql,
  list: Sql,
  { joins = sql``, columns = sql`` }: { joins?: Sql; columns?: Sql } = {},
): RawBuilder<Row> => sql<Row>`
  with ${me}
  select me.user_id as "viewerId" ${columns}, listed.*
  from me ${joins} left join lateral (${list}) listed on true`

/** A time as PostgreSQL writes it by itself, in the form of the contract's `Time`. `to_char` takes several times as long. */
const isoOf = (time: string): string =>
  time.endsWith('+00')
    ? `${time.slice(0, 10)}T${time.slice(11, 19)}.${time.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
    : // The database is in another time zone.
      new Date(time.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00')).toISOString()

/** The same as whole microseconds since 1970, for cursors. */
function microsOf(time: string): number {
  const [, fraction = ''] = /\.(\d+)/.exec(time) ?? []
  const micros = Number(fraction.padEnd(6, '0').slice(3))
  return Date.parse(isoOf(time)) * 1_000 + micros
}

/** A time of a row as JSON; null for an empty word. */
export const timeJson = (time: string | undefined): string =>
  time === undefined || time === '' ? 'null' : `"${isoOf(time)}"`

/** A word of a closed list as JSON; null for an empty word. */
export const wordJson = (word: string | undefined): string =>
  word === undefined || word === '' ? 'null' : JSON.stringify(word)

/** A row with its words apart. */
export interface Listed<Row> {
  row: Row
  words: string[]
}

export interface RowPage<Row> {
  viewerId: string | null
  shown: Listed<Row>[]
  last: PageEnd | null
}

/** Cuts the rows of `viewerRows` into a page. */
export function rowPage<Row extends ListRow>(rows: readonly Row[], limit: number): RowPage<Row> {
  const shown: Listed<Row>[] = []
  for (const row of rows) {
    if (row.row !== null && shown.length < limit) shown.push({ row, words: wordsOf(row.row) })
  }
  const [id, time] = shown.at(-1)?.words ?? []
  const isLast = rows.length <= limit || id === undefined || time === undefined
  return {
    viewerId: rows[0]?.viewerId ?? null,
    shown,
    last: isLast ? null : [microsOf(time), id],
  }
}

/** The beginning of a text of at most this many characters, as PostgreSQL counts them, with an ellipsis if it is cut. */
export function shortened(text: string, max: number): string {
  // A string is never shorter than its characters are many.
  if (text.length <= max) return text
  let at = 0
  let cut = 0
  for (let count = 0; count < max; count++) {
    if (count === max - 1) cut = at
    at += (text.codePointAt(at) ?? 0) > LAST_OF_ONE_UNIT ? 2 : 1
  }
  return at < text.length ? `${text.slice(0, cut)}…` : text
}

/** Greater code points take two units of a string. */
const LAST_OF_ONE_UNIT = 0xffff
