import {
  MAX_REPORTS_TOGETHER,
  type AdminReport,
  type AdminReportDetail,
} from '@plinth/contract/moderation/moderation.ts'
import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../../core/media/media-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import { findShown, type Shown, type ViewerPageRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { Page } from '../../http/mount.ts'
import { readTimeList, timeListStatement, type TimeListInput } from './time-list-queries.ts'

export type ReportStatus = AdminReport['status']

/** Each has an index that gives its rows in order. */
const LISTS: Record<ReportStatus, { at: RawBuilder<unknown>; is: RawBuilder<unknown> }> = {
  open: { at: sql`p.created_at`, is: sql`p.closed_at is null` },
  closed: { at: sql`p.closed_at`, is: sql`p.closed_at is not null` },
}

const most = sql.lit(MAX_REPORTS_TOGETHER)

/** What stands in a list: no words but the title of what everybody could see. */
const shownReport: Shown = {
  table: 'reports',
  columns: sql`
    p.id, p.kind, p.subject_id as "subjectId", p.reason,
    case when p.kind in ('post', 'portfolio') then p.snapshot ->> 'title' else '' end as title,
    case p.kind
      when 'post' then (select ${pictureJson()} from post_media pm join media m on m.id = pm.media_id
        where pm.post_id = p.subject_id order by pm.position limit 1)
      when 'portfolio' then (select ${pictureJson()} from portfolio_items i
        join media m on m.id = i.media_id where i.id = p.subject_id) end as picture,
    ${personOrNull('reporter')} as reporter, ${personOrNull('author')} as author,
    case when p.closed_at is null then 'open' else 'closed' end as status, p.outcome,
    (select count(*)::int from (
      select 1 from reports o where o.kind = p.kind and o.subject_id = p.subject_id
        and o.closed_at is null limit ${most}) o) as "openCount",
    p.created_at as "createdAt", p.closed_at as "closedAt"`,
  joins: sql`
    left join users reporter on reporter.id = p.reporter_id
    left join users author on author.id = p.author_id`,
}

/** One report with all that was said. */
const wholeReport: Shown = {
  table: 'reports',
  columns: sql`
    ${shownReport.columns}, p.text, p.snapshot, p.note, ${personOrNull('closer')} as "closedBy",
    (select coalesce(json_agg(e), '[]') from (
      select o.id, ${personOrNull('u')} as reporter, o.reason, o.text, o.created_at as "createdAt"
      from reports o left join users u on u.id = o.reporter_id
      where p.closed_at is null and o.kind = p.kind and o.subject_id = p.subject_id
        and o.closed_at is null and (o.created_at, o.id) < (p.created_at, p.id)
      order by o.created_at desc, o.id desc limit ${most}) e) as earlier`,
  joins: sql`${shownReport.joins} left join users closer on closer.id = p.closed_by`,
}

/** A page of the open or the closed reports. */
export const reportsStatement = (
  status: ReportStatus,
  input: TimeListInput,
): RawBuilder<ViewerPageRow> => {
  const { at, is } = LISTS[status]
  return timeListStatement({ at, conditions: [is], shown: shownReport }, input)
}

export const listOfReports = (
  db: Database,
  status: ReportStatus,
  input: TimeListInput,
): Promise<Page<AdminReport>> => readTimeList(db, status, reportsStatement(status, input))

export const findReport = (db: Database, id: string): Promise<AdminReport | null> =>
  findShown(db, id, shownReport)

export const findWholeReport = (db: Database, id: string): Promise<AdminReportDetail | null> =>
  findShown(db, id, wholeReport)
