import {
  REPORTS_PER_HOUR,
  type Report,
  type ReportKind,
  type ReportOutcome,
  type ReportReason,
} from '@plinth/contract/moderation/moderation.ts'
import { sql, type Kysely } from 'kysely'
import { holdLock, lockOf } from '../../db/locks.ts'
import { newId } from '../../db/id.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { targetOf } from './report-targets-sql.ts'

export interface NewReport {
  reporterId: string
  kind: ReportKind
  subjectId: string
  reason: ReportReason
  text: string
}

/**
 * Writes a report of what its reporter can see; or finds the open one they sent before, so that a second press has
 * no effect. Whoever reports does so one after another, so that the limit is exact.
 */
export function insertReport(
  db: Kysely<DB>,
  report: NewReport,
): Promise<Report | 'missing' | { waitSeconds: number }> {
  return db.transaction().execute(async (trx) => {
    await holdLock(trx, 'reportsOf', report.reporterId)
    const known = await findOpen(trx, report)
    if (known !== null) return known
    const waitSeconds = await findWait(trx, report.reporterId)
    if (waitSeconds !== null) return { waitSeconds }
    const { reporterId, kind, subjectId, reason, text } = report
    await sql`
      insert into reports (id, reporter_id, kind, subject_id, author_id, reason, text, snapshot)
      select ${newId()}::uuid, ${reporterId}::uuid, ${kind}, ${subjectId}::uuid, t.author_id,
        ${reason}, ${text}, t.snapshot
      from (${targetOf(kind, { id: subjectId, reporterId })}) t`.execute(trx)
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
          'text', text, 'createdAt', created_at)
        from reports where reporter_id = ${reporterId}::uuid and kind = ${kind}
          and subject_id = ${subjectId}::uuid and closed_at is null) as report`,
  )
  return report
}

/** Seconds until somebody can report again; null when they can at once. */
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
 * Holds all reports of the thing that this one is about: two admins decide one after the other. Nothing when there is
 * no such report.
 */
export async function holdReports(trx: Database, id: string): Promise<HeldReport | undefined> {
  await sql`select ${lockOf('reported', sql`kind || subject_id`)}
    from reports where id = ${id}::uuid`.execute(trx)
  const { rows } = await sql<HeldReport>`
    select kind, subject_id as "subjectId", reason, closed_at is null as "isOpen"
    from reports where id = ${id}::uuid`.execute(trx)
  return rows[0]
}

/** Holds all reports of one thing, whether there are any or not. */
export async function holdReportsOf(
  trx: Database,
  { kind, id }: { kind: ReportKind; id: string },
): Promise<void> {
  await sql`select ${lockOf('reported', sql`${kind}::text || ${id}::uuid`)}`.execute(trx)
}

/** Closes every open report of a held thing that is taken down now. Answers which were closed. */
export async function closeReportsOf(
  trx: Database,
  { kind, id }: { kind: ReportKind; id: string },
  { adminId, note }: { adminId: string; note: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update reports set outcome = 'removed', note = ${note}, closed_by = ${adminId}::uuid,
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
 * Closes a held report with the earlier ones of the same thing: those the admin was shown with it. What is gone is
 * gone for later ones, too. Answers which were closed.
 */
export async function closeReports(trx: Database, decision: Decision): Promise<string[]> {
  const { id, adminId, outcome, note } = decision
  const { rows } = await sql<{ id: string }>`
    update reports r set outcome = ${outcome}, note = ${note}, closed_by = ${adminId}::uuid,
      closed_at = now()
    from reports t
    where t.id = ${id}::uuid and r.kind = t.kind and r.subject_id = t.subject_id
      and r.closed_at is null
      and (${outcome} = 'removed' or (r.created_at, r.id) <= (t.created_at, t.id))
    returning r.id`.execute(trx)
  return rows.map((row) => row.id).toSorted()
}
