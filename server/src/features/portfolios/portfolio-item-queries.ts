import { sql, type RawBuilder } from 'kysely'
import { viewerFlags } from '../../core/session/marked-sql.ts'
import { viewerReads } from '../../core/session/viewer-page-sql.ts'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import { followFlags } from '../../core/users/follow-queries.ts'
import { projectsCompleted } from '../../core/users/person-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { HotResult } from '../../http/mount.ts'
import { studyOf } from './case-study/study-sql.ts'
import { WORK_ROWS, workRow, type WorkReads } from './portfolio-card-queries.ts'
import { isShown, isVisible, itemColumns, itemJoins } from './portfolio-sql.ts'

/** One work as PortfolioItem JSON; null when this viewer can see no such work. */
export async function findItem(db: Database, who: Who, id: string): Promise<string | null> {
  const { rows } = await sql<{ json: string }>`
    with ${meTable(who)}
    select row_to_json(t)::text as json from (
      select ${itemColumns} from portfolio_items p ${itemJoins} where p.id = ${id}::uuid and ${isVisible}
    ) t`.execute(db)
  return rows[0]?.json ?? null
}

interface ViewRow {
  viewerId: string | null
  /** Of the work, as `workRow` gives it; null when this viewer can see no such work. */
  rows: string | null
  /** Its neighbours, and up to three others by its creator: `id version`, joined by commas. */
  previous: string | null
  next: string | null
  more: string | null
  /** Further fields as a JSON object. */
  rest: string | null
  /** Its case study as JSON, if that was asked for and there is one. */
  study: string | null
}

interface ViewShape {
  withStudy: boolean
}

/** The work with its neighbours among those of the creator's works that this viewer can see, newest first. */
const workView = viewerReads<ViewShape, { id: string }, ViewRow>(({ withStudy }, { id }, me) => {
  const neighbour = (position: RawBuilder<unknown>) => sql`(
    select concat_ws(' ', p.id, p.card_version, p.is_listed::int) from portfolio_items p
    where p.creator_id = (select creator_id from w) and ${isShown} and ${position} limit 1)`
  const place = sql`((select created_at from w), (select id from w))`
  return sql<ViewRow>`
    with ${me},
    w as materialized (
      select p.id, p.creator_id, p.created_at from portfolio_items p where p.id = ${id}::uuid and ${isVisible})
    select (select user_id from me) as "viewerId", ${workRow(sql`(select id from w)`)} as rows,
      ${neighbour(sql`(p.created_at, p.id) > ${place} order by p.created_at, p.id`)} as previous,
      ${neighbour(sql`(p.created_at, p.id) < ${place} order by p.created_at desc, p.id desc`)} as next,
      (select string_agg(concat_ws(' ', n.id, n.card_version, n.is_listed::int), ',' order by n.created_at desc, n.id desc)
        from (
          select p.id, p.card_version, p.is_listed, p.created_at
          from portfolio_items p
          where p.creator_id = (select creator_id from w) and ${isShown} and p.id <> ${id}::uuid
          order by p.created_at desc, p.id desc limit 3) n) as more,
      (select row_to_json(t)::text from (
        select counted.*,
          ${projectsCompleted(sql`w.creator_id`)} as "projectsCompleted",
          ${followFlags(sql`w.creator_id`)}
        from w cross join lateral (
          select count(*) filter (where (p.created_at, p.id) >= (w.created_at, w.id)) as position,
            count(*) as "creatorWorkCount"
          from portfolio_items p
          where p.creator_id = w.creator_id and (${isShown} or p.id = w.id)) counted) t) as rest,
      ${withStudy ? studyOf(sql`(select id from w)`) : sql`null`} as study`
})
export const viewStatement = (who: Who, id: string, { withStudy }: ViewShape) =>
  workView(who, { withStudy }, { id })

export const findView = async (works: WorkReads, who: Who, id: string): Promise<HotResult> =>
  viewOf(works, who, await works.reads.one(viewStatement(who, id, { withStudy: false })))

/** What the page of a work shows: the view, and the case study below it if there is one. */
export async function findPage(
  works: WorkReads,
  who: Who,
  id: string,
): Promise<{ view: HotResult['json']; study: string | null }> {
  const row = await works.reads.one(viewStatement(who, id, { withStudy: true }))
  const { json: view } = await viewOf(works, who, row)
  return { view, study: row.study }
}

async function viewOf({ cards }: WorkReads, who: Who, row: ViewRow): Promise<HotResult> {
  const { viewerId, rows, rest } = row
  if (rows === null || rest === null) return { json: null, viewerId }
  // Asked for together with the work itself.
  const others = Promise.all([row.previous, row.next, row.more].map(cards.briefs)).then((all) => {
    const [previous = '', next = '', more = ''] = all.map((briefs) => [...briefs.values()].join())
    return `,"previous":${previous || 'null'},"next":${next || 'null'},"moreByCreator":[${more}],${rest.slice(1, -1)}`
  })
  const json = await cards.one(who, rows, others)
  return { json, viewerId }
}

/** Of the works on a page: which the viewer likes and has saved. */
export const findFlags = viewerFlags(WORK_ROWS, ['isLiked', 'isSaved'])

/** False for a search that is only stop words and punctuation. */
export async function hasSearchWords(db: Database, search: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from search_words(${search}::text)) as found`.execute(db)
  return rows[0]?.found === true
}
