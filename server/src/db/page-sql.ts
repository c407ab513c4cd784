import { sql, type RawBuilder } from 'kysely'
import type { Database } from './pool.ts'

type Sql = RawBuilder<unknown>

/** Where a page ended: the last value of what its list is sorted by, and the last id. */
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

/** The column a list is sorted by, how a cursor carries it, and how the cursor's value becomes it again. */
export interface Sort {
  column: Sql
  carried: Sql
  restore: (key: number) => Sql
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

/**
 * How many rows a page of this length looks at, one more than it shows. It is one of two constants: with a parameter
 * the planner would guess it, and with any number there were a hundred statements.
 */
export const fetchedFor = (limit: number): Sql => sql.lit(limit <= 20 ? 21 : 101)

/** Condition, led by `and`, for the rows behind the last page of a list by time, newest first. */
export const olderThan = (time: Sql, id: Sql, after: { micros: number; id: string } | null): Sql =>
  after === null
    ? sql``
    : sql`and (${time}, ${id}) < (${timeOfMicros(after.micros)}, ${after.id}::uuid)`

/** Where a list by time goes on, as `pageStatement` takes it. */
export const pastTime = (
  after: { micros: number; id: string } | null,
): { key: number; id: string } | null => after && { key: after.micros, id: after.id }

/** Where the table `page`, of rows with `key`, `id` and `place`, ends at this length; null when it has no more. */
export const pageEnd = (limit: number): Sql => sql`(
  select json_build_array(key, id) from page where place = ${limit}::int
    and exists (select 1 from page where place > ${limit}::int))`

/** What a page shows of each of its rows. */
export interface Shown {
  /** A table with ids. Its rows are `p` to the columns and the joins. */
  table: string
  columns: Sql
  joins: Sql
}

/** The JSON list of what the table `page`, of rows with `id` and `place`, shows. */
export const pageJson = (limit: number, { table, columns, joins }: Shown): Sql => sql`(
  select coalesce(json_agg(t), '[]')::text from (
    select ${columns} from page join ${sql.table(table)} p on p.id = page.id ${joins}
    where page.place <= ${limit}::int order by page.place
  ) t)`

/** What is in a list, before its pages. */
export interface PageList {
  /** Rows `p` with an `id` and what the sort and the conditions ask for. */
  from: Sql
  conditions: Sql[]
  /** Further columns of the answer, led by a comma. */
  columns?: Sql
}

interface PageParts extends PageList {
  /** The named table `me`, of the viewer's `user_id`, which the other parts refer to. */
  me: Sql
  sort: Sort
  limit: number
  after: { key: number; id: string } | null
  shown: Shown
}

/** A page of a list: ids first, from the index alone, then the wide columns for one page. */
export function pageStatement<Row extends ViewerPageRow>(parts: PageParts): RawBuilder<Row> {
  const { me, from, limit, after, shown, columns = sql`` } = parts
  const { column, carried, restore } = parts.sort
  const conditions =
    after === null
      ? parts.conditions
      : [...parts.conditions, sql`(${column}, p.id) < (${restore(after.key)}, ${after.id}::uuid)`]
  return sql<Row>`
    with ${me},
    page as materialized (
      select p.id, ${carried} as key,
        row_number() over (order by ${column} desc, p.id desc) as place
      from ${from} where ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by ${column} desc, p.id desc limit ${fetchedFor(limit)})
    select (select user_id from me) as "viewerId", ${pageEnd(limit)} as last,
      ${pageJson(limit, shown)} as json ${columns}`
}

/** One row as lists show it; null when there is none. */
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

/** The row of a statement that always gives one. */
export async function onlyRow<Row>(db: Database, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a statement without its row')
  return row
}

/** A time in whole microseconds since 1970, as a cursor carries it: a JavaScript date would lose some. */
export const microsOf = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(extract(epoch from ${time}) * 1000000)::bigint`

/** That time again. */
export const timeOfMicros = (micros: number): RawBuilder<unknown> =>
  sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond')`
