import {
  REPORTS_PER_HOUR,
  type Report,
  type ReportKind,
  type ReportOutcome,
  type ReportReason,
  MAX_REPORTS_TOGETHER,
  type AdminReport,
  type AdminReportDetail,
} from '@plinth/contract/moderation/moderation.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { takeLock, lockOf } from '../../db/locks.ts'
import { newId } from '../../db/id.ts'
import { onlyRow, findShown, type Shown, type ViewerPageRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { filesOf, targetOf } from './report-targets-sql.ts'
import { pictureJson } from '../../core/media/media-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import type { Page } from '../../http/mount.ts'
import { readTimeList, timeListStatement, type TimeListInput } from './moderation-list-queries.ts'
import { TABLES, type RestorableSubject } from './takedown-rules.ts'

export interface NewReport {
  reporterId: string
  kind: ReportKind
  subjectId: string
  reason: ReportReason
  text: string
}

/**
 * Inserts a report of something that the reporter can see. When they already have an open report of it, returns that
 * one. Reports of one person are inserted one after another, so that the hourly limit is exact.
 */
export function insertReport(
  db: Kysely<DB>,
  report: NewReport,
): Promise<Report | 'missing' | { waitSeconds: number }> {
  return db.transaction().execute(async (trx) => {
    await takeLock(trx, 'reportsOf', report.reporterId)
    const known = await findOpen(trx, report)
    if (known !== null) return known
    const waitSeconds = await findWait(trx, report.reporterId)
    if (waitSeconds !== null) return { waitSeconds }
    const { reporterId, kind, subjectId, reason, text } = report
    await sql`
      with report as (
        insert into reports (id, reporter_id, kind, subject_id, author_id, reason, text, snapshot)
        select ${newId()}::uuid, ${reporterId}::uuid, ${kind}, ${subjectId}::uuid, t.author_id,
          ${reason}, ${text}, t.snapshot
        from (${targetOf(kind, { id: subjectId, reporterId })}) t returning id)
      insert into report_media (report_id, position, media_id)
      select r.id, f.position, f.media_id from report r, (${filesOf(kind, sql`${subjectId}::uuid`)}) f`.execute(
      trx,
    )
    return (await findOpen(trx, report)) ?? 'missing'
  })
}

async function findOpen(
  trx: Database,
  { reporterId, kind, subjectId }: NewReport,
): Promise<Report | null> {
  const { report } = await onlyRow(
    trx,
    sql<{ report: Report | null }>`
      select (
        select json_build_object('id', id, 'kind', kind, 'subjectId', subject_id, 'reason', reason,
          'text', text, 'createdAt', ${isoTime(sql`created_at`)})
        from reports where reporter_id = ${reporterId}::uuid and kind = ${kind}
          and subject_id = ${subjectId}::uuid and closed_at is null) as report`,
  )
  return report
}

/** Seconds until this person can report again; null when they can now. */
async function findWait(trx: Database, reporterId: string): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from free_at - now()))::int as wait from (
      select created_at + interval '1 hour' as free_at from reports
      where reporter_id = ${reporterId}::uuid
      order by created_at desc offset ${sql.lit(REPORTS_PER_HOUR - 1)} limit 1) w
    where free_at > now()`.execute(trx)
  return rows[0]?.wait ?? null
}

export interface HeldReport {
  kind: ReportKind
  subjectId: string
  reason: ReportReason
  isOpen: boolean
}

/**
 * Locks all reports of the thing that this report is about, so that two admins decide one after the other. Undefined
 * when there is no such report.
 */
export async function lockReports(trx: Database, id: string): Promise<HeldReport | undefined> {
  await sql`select ${lockOf('reported', sql`kind || subject_id`)}
    from reports where id = ${id}::uuid`.execute(trx)
  const { rows } = await sql<HeldReport>`
    select kind, subject_id as "subjectId", reason, closed_at is null as "isOpen"
    from reports where id = ${id}::uuid`.execute(trx)
  return rows[0]
}

/** Locks the reports of one thing, whether there are any or not. */
export async function lockReportsOf(
  trx: Database,
  { kind, id }: { kind: ReportKind; id: string },
): Promise<void> {
  await sql`select ${lockOf('reported', sql`${kind}::text || ${id}::uuid`)}`.execute(trx)
}

/** Closes every open report of a locked thing that is being taken down. Returns their ids. */
export async function closeReportsOf(
  trx: Database,
  { kind, id }: { kind: ReportKind; id: string },
  { adminId, note }: { adminId: string; note: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update reports set outcome = 'removed', note = ${note}, is_note_shared = true, closed_by = ${adminId}::uuid,
      closed_at = now()
    where kind = ${kind} and subject_id = ${id}::uuid and closed_at is null
    returning id`.execute(trx)
  return rows.map((row) => row.id).toSorted()
}

export interface Decision {
  id: string
  adminId: string
  outcome: ReportOutcome
  note: string
}

/**
 * Closes a locked report together with the earlier ones of the same thing, which the admin saw with it. A removal also
 * closes later ones. Returns the ids of all that were closed.
 */
export async function closeReports(trx: Database, decision: Decision): Promise<string[]> {
  const { id, adminId, outcome, note } = decision
  const { rows } = await sql<{ id: string }>`
    update reports r set outcome = ${outcome}, note = ${note}, is_note_shared = true, closed_by = ${adminId}::uuid,
      closed_at = now()
    from reports t
    where t.id = ${id}::uuid and r.kind = t.kind and r.subject_id = t.subject_id
      and r.closed_at is null
      and (${outcome} = 'removed' or (r.created_at, r.id) <= (t.created_at, t.id))
    returning r.id`.execute(trx)
  return rows.map((row) => row.id).toSorted()
}

export type ReportStatus = AdminReport['status']

/** Each list has an index that returns its rows in order. */
const LISTS: Record<ReportStatus, { at: RawBuilder<unknown>; is: RawBuilder<unknown> }> = {
  open: { at: sql`p.created_at`, is: sql`p.closed_at is null` },
  closed: { at: sql`p.closed_at`, is: sql`p.closed_at is not null` },
}

const most = sql.lit(MAX_REPORTS_TOGETHER)

/** A report in a list. It shows no text except the title of something open. */
const shownReport: Shown = {
  table: 'reports',
  columns: sql`
    p.id, p.kind, p.subject_id as "subjectId", p.reason,
    case when p.kind in ('post', 'portfolio', 'board') then p.snapshot ->> 'title' else '' end as title,
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
    ${isoTime(sql`p.created_at`)} as "createdAt", ${isoTime(sql`p.closed_at`)} as "closedAt"`,
  joins: sql`
    left join users reporter on reporter.id = p.reporter_id
    left join users author on author.id = p.author_id`,
}

/** One report with all its text. */
const wholeReport: Shown = {
  table: 'reports',
  columns: sql`
    ${shownReport.columns}, p.text, p.snapshot || jsonb_build_object('createdAt',
      ${isoTime(sql`(p.snapshot ->> 'createdAt')::timestamptz`)}) as snapshot, p.note, ${personOrNull('closer')} as "closedBy",
    (select coalesce(json_agg(e), '[]') from (
      select o.id, ${personOrNull('u')} as reporter, o.reason, o.text, ${isoTime(sql`o.created_at`)} as "createdAt"
      from reports o left join users u on u.id = o.reporter_id
      where p.closed_at is null and o.kind = p.kind and o.subject_id = p.subject_id
        and o.closed_at is null and (o.created_at, o.id) < (p.created_at, p.id)
      order by o.created_at desc, o.id desc limit ${most}) e) as earlier`,
  joins: sql`${shownReport.joins} left join users closer on closer.id = p.closed_by`,
}

/** A page of open or closed reports. */
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

/** Locks a post, work or board until the transaction ends and tells whether an appeal is open; undefined when it does not exist. */
export async function lockSubject(
  trx: Database,
  { kind, id }: RestorableSubject,
): Promise<{ isAppealed: boolean } | undefined> {
  const { rows } = await sql<{ isAppealed: boolean }>`
    select exists (select 1 from appeals a where a.kind = ${kind} and a.subject_id = t.id
        and a.state = 'open') as "isAppealed"
    from ${sql.table(TABLES[kind])} t
    where id = ${id}::uuid for update`.execute(trx)
  return rows[0]
}
