import { sql, type RawBuilder } from 'kysely'
import type { Database } from './pool.ts'

type Sql = RawBuilder<unknown>

/** Where a page ended: the last value of its sort column, and the last id. */
export type PageEnd = [key: number, id: string]

export interface PageRow {
  /** A JSON list. */
  json: string
  /** Null when nothing follows. */
  last: PageEnd | null
}

export interface ViewerPageRow extends PageRow {
  viewerId: string | null
}

/** The column a list is sorted by, how a cursor carries its value, and how to turn that back into SQL. */
export interface Sort {
  column: Sql
  carried: Sql
  restore: (key: Given<number>) => Sql
}

export const byTime = (column: Sql): Sort => ({
  column,
  carried: microsOf(column),
  restore: timeOfMicros,
})

export const byNumber = (column: Sql, type: 'real' | 'float8'): Sort => ({
  column,
  carried: column,
  restore: (key) => sql`${key}::${sql.raw(type)}`,
})

/** A value, or the slot of a statement that is built once. */
export type Given<T> = T | RawBuilder<T>

/**
 * How many rows to fetch for a page of this length, at least one more than it shows. Only two constants are used: with
 * a parameter the planner would have to guess, and a constant for each length would make a hundred statements.
 */
export const fetchedFor = (limit: number): Sql => fetchedOf(isLong(limit))

/** Whether a page is longer than most, which is part of a statement's shape. */
export const isLong = (limit: number): boolean => limit > 20
export const fetchedOf = (isLongPage: boolean): Sql => sql.lit(isLongPage ? 101 : 21)

/** A condition, starting with `and`, for the rows after a position in a list by time, newest first. */
export const olderThan = (
  time: Sql,
  id: Sql,
  after: { micros: Given<number>; id: Given<string> } | null,
): Sql =>
  after === null
    ? sql``
    : sql`and (${time}, ${id}) < (${timeOfMicros(after.micros)}, ${after.id}::uuid)`

/** A position in a list by time, in the form that `pageStatement` takes. */
export const pastTime = (
  after: { micros: number; id: string } | null,
): { key: number; id: string } | null => after && { key: after.micros, id: after.id }

/** The end of a page of this length in the table `page`, with `key`, `id` and `place`; null on the last page. */
export const pageEnd = (limit: Given<number>): Sql => sql`(
  select json_build_array(key, id) from page where place = ${limit}::int
    and exists (select 1 from page where place > ${limit}::int))`

/** The columns that a page shows of each row. */
export interface Shown {
  /** A table with ids, called `p` in the columns and joins. */
  table: string
  columns: Sql
  joins: Sql
}

/** The JSON list for the rows of the table `page`, which has `id` and `place`. Those that fulfil `first` come first. */
export const pageJson = (
  limit: Given<number>,
  { table, columns, joins }: Shown,
  first?: Sql,
): Sql => sql`(
  select coalesce(json_agg(t), '[]')::text from (
    select ${columns} from page join ${sql.table(table)} p on p.id = page.id ${joins}
    where page.place <= ${limit}::int
    order by ${first === undefined ? sql`` : sql`${first} desc,`} page.place
  ) t)`

/** A whole list, before it is cut into pages. */
export interface PageList {
  /** Rows `p` with an `id` and the columns that the sort and the conditions use. */
  from: Sql
  conditions: Sql[]
  /** Further columns of the result, starting with a comma. */
  columns?: Sql
}

/** Which part of a list a page is. */
export interface Cut {
  fetched: Sql
  after: { key: Given<number>; id: Given<string> } | null
}

interface PageParts extends PageList {
  /** The table `me` with the viewer's `user_id`, for the other parts to use. */
  me: Sql
  sort: Sort
  limit: number
  after: { key: number; id: string } | null
  shown: Shown
  /** A condition: rows that fulfil it come first within this page. Which rows the page has does not change. */
  first?: Sql | undefined
}

/**
 * A page of a list as JSON. It finds the ids from an index first, then reads the wide columns of that page alone.
 */
export function pageStatement<Row extends ViewerPageRow>({
  me,
  shown,
  first,
  limit,
  columns = sql``,
  ...list
}: PageParts): RawBuilder<Row> {
  const { column, carried } = list.sort
  const read = sql`p.id, ${carried} as key,
    row_number() over (order by ${column} desc, p.id desc) as place`
  return sql<Row>`
    with ${me},
    page as materialized (${cutRows({ ...list, fetched: fetchedFor(limit) }, read)})
    select (select user_id from me) as "viewerId", ${pageEnd(limit)} as last,
      ${pageJson(limit, shown, first)} as json ${columns}`
}

/** The rows of a page in their order, one more than it may show, with these columns. */
export function cutRows(
  { from, conditions, sort, fetched, after }: Omit<PageList & Cut, 'columns'> & { sort: Sort },
  columns: Sql,
): Sql {
  const { column, restore } = sort
  const passed =
    after === null ? [] : [sql`(${column}, p.id) < (${restore(after.key)}, ${after.id}::uuid)`]
  return sql`
    select ${columns}
    from ${from} where ${sql.join([sql`true`, ...conditions, ...passed], sql` and `)}
    order by ${column} desc, p.id desc limit ${fetched}`
}

/** One row in the same form as in lists; null if there is none. */
export async function findShown<T>(db: Database, id: string, shown: Shown): Promise<T | null> {
  const { json } = await onlyRow(
    db,
    sql<{ json: string }>`
      with page as materialized (select ${id}::uuid as id, 1 as place)
      select ${pageJson(1, shown)} as json`,
  )
  const [found] = JSON.parse(json) as T[]
  return found ?? null
}

/** Runs a statement that always returns one row. Throws if it does not. */
export async function onlyRow<Row>(db: Database, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The statement returned no row.')
  return row
}

/** A time as whole microseconds since 1970, for cursors: a JavaScript date has only milliseconds. */
export const microsOf = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  // Until 2100 seconds in double precision are exact to the microsecond. `extract` gives a numeric, which takes twice as long.
  sql`(date_part('epoch', ${time}) * 1000000)::bigint`

/** Turns those microseconds back into a time. */
export const timeOfMicros = (micros: Given<number>): RawBuilder<unknown> =>
  sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond')`
