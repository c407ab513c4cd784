import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { isId } from '../../http/paging.ts'
import { nameFits, wordsOf } from '../users/people-search-queries.ts'

type Kind = 'post' | 'portfolio'

/** A search reads at most this many rows by title, this many by maker, and this many makers. */
const MAX_FOUND = 1_000
const MAX_MAKERS = 100

const openReports = (kind: Kind) =>
  sql`select subject_id from reports where kind = ${sql.lit(kind)} and closed_at is null`

/** Whether `p` has an open report. */
export const isReported = (kind: Kind): RawBuilder<boolean> =>
  sql<boolean>`p.id in (${openReports(kind)})`

/** Adds `reportCount` to the rows of `page` with one count for all. */
export const reportCount = (kind: Kind) => ({
  counted: sql`coalesce(o.count, 0) as "reportCount"`,
  joins: sql`
    left join (select subject_id, count(*)::int as count from reports
      where kind = ${sql.lit(kind)} and closed_at is null and subject_id in (select id from page)
      group by subject_id) o on o.subject_id = p.id`,
})

/** The columns about the takedown of a post or work `p`. */
export const takedownColumns = sql`
  case when p.taken_down_at is not null then
    json_build_object('at', ${isoTime(sql`p.taken_down_at`)}, 'reason', p.taken_down_reason) end as "takenDown",
  p.sensitive_by_author as "isSensitiveByAuthor"`

/**
 * The posts or works `p` for a list of admins: all, those with an open report, or those that a search finds by title,
 * maker or id.
 */
export function candidatesOf(
  name: 'posts' | 'portfolio_items',
  { search, kind }: { search: string; kind: Kind | null },
): RawBuilder<unknown> {
  const table = sql.table(name)
  if (search === '') {
    return kind === null
      ? sql`${table} p`
      : sql`(select i.* from (${openReports(kind)} group by subject_id) r
          join ${table} i on i.id = r.subject_id) p`
  }
  const id = search.toLowerCase()
  if (isId(id)) return sql`(select * from ${table} where id = ${id}::uuid) p`
  const words = wordsOf(search)
  if (words.length === 0) return sql`(select * from ${table} where false) p`
  const most = sql.lit(MAX_FOUND)
  // An array, so that the planner looks up the found ids instead of scanning everything in order.
  return sql`(
    select i.* from ${table} i where i.id = any (array(
      (select t.id from ${table} t where ${nameFits(words, sql`t.title`)} limit ${most})
      union
      (select t.id from (
          select u.id from users u where ${nameFits(words)} limit ${sql.lit(MAX_MAKERS)}) u
        join ${table} t on t.creator_id = u.id limit ${most})))) p`
}
