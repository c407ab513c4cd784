import { sql, type RawBuilder } from 'kysely'
import { cutRows, type Cut, type PageList, type Sort } from '../../db/page-sql.ts'
import type { Reads } from '../../db/reads.ts'
import { ALL, SEPARATORS } from '../../http/cards.ts'
import type { PageIds, ViewerFlags } from '../../http/shared-pages.ts'
import { blockedOf } from '../users/block-sql.ts'
import { viewerReads } from './viewer-page-sql.ts'
import type { Who } from './viewer-sql.ts'

type Sql = RawBuilder<unknown>

/** What lists show of a table with an `id`, a `creator_id` and a `card_version`, as names of its columns. */
export interface RowKind<Mark extends string = string> {
  isVisible: string
  counts: readonly string[]
  /** What is on for the viewer: statements that give the ids of rows, or of their creators. */
  marks: (page: { viewerId: Sql; ids: Sql; creatorIds: Sql }) => Record<Mark, Sql>
}

/** The columns of which `markedRows` makes a row, apart from its id, from the table that the statement calls so. */
export const rowColumns = ({ isVisible, counts }: RowKind, table: string): Sql =>
  sql.join(
    ['creator_id', 'card_version', isVisible, ...counts].map((column) =>
      sql.ref(`${table}.${column}`),
    ),
  )

interface Marked<Mark extends string> {
  /** Rows `p` with an `id` and the columns of `rowColumns`. */
  from: Sql
  where?: Sql
  /** A number for each row, which tells where it is on its list. */
  key: Sql
  /** The mark that every row of this list has, because the list consists of those; it is not read. */
  on?: NoInfer<Mark> | undefined
}

/**
 * The rows of a page for `CardLists`, with what is on for the viewer in `me`. Each mark is read once for all rows, and
 * the server puts rows and marks together: an expression for each row, and a look-up of `me` for each mark, cost the
 * database a third more.
 */
export const markedRows = <Mark extends string>(
  { isVisible, counts, marks }: RowKind<Mark>,
  { from, where = sql`true`, key, on }: Marked<Mark>,
): RawBuilder<string | null> => {
  const read: Record<string, Sql> = marks({
    viewerId: sql`me.user_id`,
    ids: sql`seen.ids`,
    creatorIds: sql`seen.creator_ids`,
  })
  const parts = [
    sql`concat_ws(${sql.lit(SEPARATORS.columns)}, me.user_id, me.sees_hidden::int)`,
    ...Object.entries(read).map(([mark, ids]) => (mark === on ? sql.lit(ALL) : joined(ids))),
    sql`seen.rows`,
  ]
  const columns = sql.join(counts.map((column) => sql.ref(`p.${column}`)))
  return sql<string | null>`(
    with seen as materialized (
      select array_agg(p.id) as ids, array_agg(p.creator_id) as creator_ids,
        string_agg(concat_ws(${sql.lit(SEPARATORS.columns)}, p.id, p.creator_id, p.card_version,
          ${sql.ref(`p.${isVisible}`)}::int, ${key}, ${columns}), ${sql.lit(SEPARATORS.rows)}) as rows
      from ${from} where ${where})
    select concat_ws(${sql.lit(SEPARATORS.parts)}, ${sql.join(parts)})
    from seen left join me on true where seen.rows is not null)`
}

/** The ids that a statement gives, as `SEPARATORS` say. */
const joined = (ids: Sql): Sql =>
  sql`array_to_string(array(${ids}), ${sql.lit(SEPARATORS.columns)})`

/**
 * For `createSharedPages`: reads which of the things on a page have these flags on, by the kind's marks, and with which
 * of their creators the viewer has a block.
 */
export function viewerFlags(
  { marks }: RowKind,
  flags: readonly string[],
): (reads: Reads, who: Who, page: PageIds) => Promise<ViewerFlags> {
  const statement = viewerReads<object, PageIds, { found: string }>((_, page, me) => {
    const viewerId = sql`me.user_id`
    const ids = sql`${page.ids}::uuid[]`
    const creatorIds = sql`${page.creatorIds}::uuid[]`
    const read = [
      ...Object.values(marks({ viewerId, ids, creatorIds })),
      blockedOf(viewerId, creatorIds),
    ]
    return sql<{ found: string }>`
      with ${me}
      select concat_ws(${sql.lit(SEPARATORS.parts)}, me.user_id, ${sql.join(read.map(joined))}) as found
      from me`
  })
  return async (reads, who, page) => {
    const [row] = await reads.rows({ ...statement(who, {}, page), shared: page })
    const [viewerId = null, ...found] = row?.found.split(SEPARATORS.parts) ?? []
    const lists = found.map((ids) => (ids === '' ? [] : ids.split(SEPARATORS.columns)))
    return {
      viewerId,
      on: Object.fromEntries(flags.map((flag, at) => [flag, lists[at] ?? []])),
      hidden: lists[flags.length] ?? [],
    }
  }
}

/** The row of a statement that reads a page of cards. */
export interface CardPageRow {
  viewerId: string | null
  /** For `CardLists.page`. */
  rows: string | null
}

/**
 * A page of a list as rows for `CardLists.page`, one more than it may show. `from` gives rows `p` with an `id` and the
 * columns of `rowColumns`.
 */
export const cardPage = <Row extends CardPageRow, Mark extends string = string>(
  kind: RowKind<Mark>,
  {
    me,
    sort,
    columns = sql``,
    on,
    ...list
  }: PageList & Cut & Pick<Marked<Mark>, 'on'> & { me: Sql; sort: Sort },
): RawBuilder<Row> => {
  const read = sql`p.id, ${sort.carried} as key, ${rowColumns(kind, 'p')}`
  const from = sql`(${cutRows({ ...list, sort }, read)}) p`
  return sql<Row>`
    with ${me}
    select (select user_id from me) as "viewerId", ${markedRows(kind, { from, key: sql`p.key`, on })} as rows
      ${columns}`
}
