import { sql, type RawBuilder } from 'kysely'
import { SEPARATORS } from '../../http/cards.ts'

type Sql = RawBuilder<unknown>

interface Marked {
  /** Rows `p` with an `id`, a `creator_id` and a `card_version`, joined with `page`. */
  from: Sql
  where: Sql
  isVisible: Sql
  /** Columns of `p`, separated by commas. */
  counts: Sql
  /** Statements that give the ids, of rows or of their creators, for which something is on for the viewer. */
  marks: (page: { viewerId: Sql; ids: Sql; creatorIds: Sql }) => Sql[]
}

/**
 * The rows of a page for `CardLists`, with what is on for the viewer in `me`. Each mark is read once for all rows, and
 * the server puts rows and marks together: an expression for each row, and a look-up of `me` for each mark, cost the
 * database a third more.
 */
export const markedRows = ({
  from,
  where,
  isVisible,
  counts,
  marks,
}: Marked): RawBuilder<string | null> => {
  const read = marks({
    viewerId: sql`me.user_id`,
    ids: sql`seen.ids`,
    creatorIds: sql`seen.creator_ids`,
  })
  const parts = [
    sql`concat_ws(${sql.lit(SEPARATORS.columns)}, me.user_id, me.is_admin::int)`,
    ...read.map((ids) => sql`array_to_string(array(${ids}), ${sql.lit(SEPARATORS.columns)})`),
    sql`seen.rows`,
  ]
  return sql<string | null>`(
    with seen as materialized (
      select array_agg(p.id) as ids, array_agg(p.creator_id) as creator_ids,
        string_agg(concat_ws(${sql.lit(SEPARATORS.columns)}, p.id, p.creator_id, p.card_version,
          ${isVisible}::int, page.place, ${counts}), ${sql.lit(SEPARATORS.rows)}) as rows
      from ${from} where ${where})
    select concat_ws(${sql.lit(SEPARATORS.parts)}, ${sql.join(parts)})
    from seen left join me on true where seen.rows is not null)`
}
