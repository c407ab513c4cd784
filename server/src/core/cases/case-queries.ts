import { may, type Right } from '@plinth/contract/http/rights.ts'
import type { Role } from '@plinth/contract/http/roles.ts'
import type {
  CaseCard,
  CaseKind,
  CaseNote,
  ContentCase,
} from '@plinth/contract/moderation/cases.ts'
import { MAX_CASE_NOTES } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { newId } from '../../db/id.ts'
import {
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { hasRight } from '../../db/staff-sql.ts'
import { isoTime } from '../../db/time-sql.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'
import { meTable } from '../session/viewer-sql.ts'
import { personJson } from '../users/person-sql.ts'
import { caseFileColumns, caseKindOfAppeal, isInterested } from './case-sql.ts'

/** Which case: each thing, person or project has one. */
export interface CaseKey {
  kind: CaseKind
  subjectId: string
}

/** The right to decide on cases of this kind. */
const rightOf = (kind: CaseKind): Right =>
  kind === 'dispute' ? 'disputes.decide' : 'reports.decide'

export type CaseFile = Pick<
  ContentCase,
  'id' | 'subjectId' | 'openedAt' | 'assignee' | 'staff' | 'proof' | 'notes'
> &
  Pick<CaseKey, 'kind'>

/** What staff see of every case; undefined if there is none. `isOwn` if something is at stake for the viewer. */
export async function findCaseFile(
  db: Database,
  { kind, subjectId }: CaseKey,
  viewerId: string,
): Promise<{ file: CaseFile; isOwn: boolean } | undefined> {
  const me = sql`${viewerId}::uuid`
  const { rows } = await sql<{ file: CaseFile; isOwn: boolean }>`
    select to_json(t) as file, t."isOwn" from (
      select ${caseFileColumns(me, rightOf(kind))}, ${isInterested(me)} as "isOwn"
      from cases c left join users assigned on assigned.id = c.assignee_id
      where c.kind = ${kind} and c.subject_id = ${subjectId}::uuid) t`.execute(db)
  return rows[0]
}

export interface HeldCase {
  id: string
  assigneeId: string | null
  noteCount: number
  /** Whether something in it is at stake for the viewer. */
  isOwn: boolean
}

/** Locks a case until the transaction ends. */
export async function lockCase(
  trx: Database,
  { kind, subjectId }: CaseKey,
  viewerId: string,
): Promise<HeldCase | undefined> {
  const { rows } = await sql<HeldCase>`
    select c.id, c.assignee_id as "assigneeId", ${isInterested(sql`${viewerId}::uuid`)} as "isOwn",
      (select count(*)::int from (
        select 1 from case_notes n where n.case_id = c.id limit ${sql.lit(MAX_CASE_NOTES)}) n)
        as "noteCount"
    from cases c where c.kind = ${kind} and c.subject_id = ${subjectId}::uuid for update of c`.execute(
    trx,
  )
  return rows[0]
}

export async function insertNote(
  trx: Database,
  { caseId, authorId, text, now }: { caseId: string; authorId: string; text: string; now: Date },
): Promise<CaseNote> {
  const { note } = await onlyRow(
    trx,
    sql<{ note: CaseNote }>`
      with n as (
        insert into case_notes (id, case_id, author_id, text, created_at)
        values (${newId()}::uuid, ${caseId}::uuid, ${authorId}::uuid, ${text}, ${now}) returning *)
      select json_build_object('id', n.id, 'author', ${personJson('w')}, 'text', n.text,
        'createdAt', ${isoTime(sql`n.created_at`)}) as note
      from n join users w on w.id = n.author_id`,
  )
  return note
}

/**
 * Gives a locked case to somebody, or to nobody. Returns false if this person may not decide it: they lack the right, or
 * something in it is at stake for them.
 */
export async function assignCaseTo(
  trx: Database,
  { kind, caseId, assigneeId }: { kind: CaseKind; caseId: string; assigneeId: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cases c set assignee_id = ${assigneeId}::uuid
    where c.id = ${caseId}::uuid and (${assigneeId}::uuid is null or exists (
      select 1 from users u where u.id = ${assigneeId}::uuid and not u.is_gone
        and ${hasRight(sql`u.staff_role`, rightOf(kind))} and not ${isInterested(sql`u.id`)}))`.execute(
    trx,
  )
  return numAffectedRows === 1n
}

/** The list's name in cursors. */
export const ASSIGNED_CASES = 'assigned-cases'

const shownCase: Shown = {
  table: 'cases',
  columns: sql`
    p.id, p.kind, p.subject_id as "subjectId", coalesce(
      (select s.title from posts s where p.kind = 'post' and s.id = p.subject_id),
      (select s.title from portfolio_items s where p.kind = 'portfolio' and s.id = p.subject_id),
      (select s.title from boards s where p.kind = 'board' and s.id = p.subject_id),
      (select s.title from projects s where p.kind = 'dispute' and s.id = p.subject_id), '') as title,
    case p.kind when 'dispute' then exists (
        select 1 from projects j where j.id = p.subject_id and j.status = 'disputed')
      else exists (select 1 from reports r where r.kind = p.kind and r.subject_id = p.subject_id
          and r.closed_at is null)
        or exists (select 1 from appeals a where ${caseKindOfAppeal(sql`a.kind`)} = p.kind
          and a.subject_id = p.subject_id and a.state = 'open') end as "isOpen",
    ${isoTime(sql`p.opened_at`)} as "openedAt"`,
  joins: sql``,
}

interface AssignedInput {
  viewer: { id: string; role: Role | null }
  limit: number
  after: TimePosition | null
}

/** Cases given to somebody, without those that their role may no longer decide. */
export const assignedStatement = ({
  viewer: { id, role },
  limit,
  after,
}: AssignedInput): RawBuilder<ViewerPageRow> => {
  const mayDispute = may(role, 'disputes.decide')
  const mayModerate = may(role, 'reports.decide')
  return pageStatement({
    me: meTable({ viewerId: id }),
    sort: byTime(sql`p.opened_at`),
    from: sql`cases p`,
    conditions: [
      sql`p.assignee_id = ${id}::uuid`,
      ...(mayDispute ? [] : [sql`p.kind <> 'dispute'`]),
      ...(mayModerate ? [] : [sql`p.kind = 'dispute'`]),
    ],
    limit,
    after: pastTime(after),
    shown: shownCase,
  })
}

export async function listAssigned(db: Database, input: AssignedInput): Promise<Page<CaseCard>> {
  const { json, last } = await onlyRow(db, assignedStatement(input))
  return new Page(JSON.parse(json) as CaseCard[], cursorAfter(ASSIGNED_CASES, last))
}
