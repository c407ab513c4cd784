import type { ProjectRole, ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import { sql, type RawBuilder } from 'kysely'
import { onlyRow, fetchedFor, pageEnd, pageJson, type ViewerPageRow } from '../../../db/page-sql.ts'
import type { Database } from '../../../db/pool.ts'
import type { DISPUTE_BOXES } from '@plinth/contract/projects/project-calls.ts'
import type { ProjectCard } from '@plinth/contract/projects/projects.ts'
import { meTable } from '../../../core/session/viewer-sql.ts'
import { microsOf, timeOfMicros } from '../../../db/page-sql.ts'
import type { Deps } from '../../../deps.ts'
import { Page } from '../../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../../http/paging.ts'
import { shownProject } from '../room/project-card-sql.ts'
import { type ProjectCardRow, finishCard } from '../room/project-read-queries.ts'

interface NewDispute {
  projectId: string
  openedBy: ProjectRole | 'plinth'
  /** The status and the deadline that the project returns to if the bank returns the deposit. */
  fromStatus: ProjectStatus
  fromDueAt: Date | null
  now: Date
}

/** Inserts a dispute. A project that continued after a bank dispute can have another one. */
export async function openDispute(trx: Database, dispute: NewDispute): Promise<void> {
  const { projectId, openedBy, fromStatus, fromDueAt, now } = dispute
  await sql`
    insert into project_disputes (project_id, opened_by, from_status, from_due_at, opened_at)
    values (${projectId}::uuid, ${openedBy}, ${fromStatus}, ${fromDueAt}, ${now})
    on conflict (project_id) do update set opened_by = excluded.opened_by,
      from_status = excluded.from_status, from_due_at = excluded.from_due_at,
      opened_at = excluded.opened_at`.execute(trx)
}

interface DisputeRow {
  openedBy: ProjectRole | 'plinth'
  openedAt: Date
  fromStatus: ProjectStatus
  fromDueAt: Date | null
}

/** The dispute of a locked project. */
export async function findDispute(
  trx: Database,
  projectId: string,
): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select opened_by as "openedBy", opened_at as "openedAt", from_status as "fromStatus",
      from_due_at as "fromDueAt"
    from project_disputes where project_id = ${projectId}::uuid`.execute(trx)
  return rows[0]
}

export interface Statement {
  projectId: string
  by: ProjectRole
  text: string
  asksCents: number
  now: Date
}

/** Returns false if this side has already made its statement. */
export async function insertStatement(
  trx: Database,
  { projectId, by, text, asksCents, now }: Statement,
): Promise<boolean> {
  const { rows } = await sql`
    insert into project_statements as s (project_id, by_role, text, asks_cents, created_at)
    values (${projectId}::uuid, ${by}, ${text}, ${asksCents}::bigint, ${now})
    on conflict (project_id, by_role) do update set text = excluded.text,
      asks_cents = excluded.asks_cents, created_at = excluded.created_at
    where s.created_at < (select opened_at from project_disputes d where d.project_id = s.project_id)
    returning project_id`.execute(trx)
  return rows.length > 0
}

export interface Ruling {
  projectId: string
  /** Null when nobody ruled in time, or a bank decided. */
  adminId: string | null
  toClientCents: number
  toCreatorCents: number
  reason: string
  now: Date
}

export async function recordRuling(trx: Database, ruling: Ruling): Promise<void> {
  await sql`
    update project_disputes set ruled_by = ${ruling.adminId}::uuid, ruled_at = ${ruling.now},
      to_client_cents = ${ruling.toClientCents}::bigint,
      to_creator_cents = ${ruling.toCreatorCents}::bigint, reason = ${ruling.reason}
    where project_id = ${ruling.projectId}::uuid`.execute(trx)
}

/** Whether a bank still has to decide on a payment of the project that Plinth holds. */
export async function isBankDeciding(trx: Database, projectId: string): Promise<boolean> {
  const { isOpen } = await onlyRow(
    trx,
    sql<{ isOpen: boolean }>`
      select exists (select 1 from payments where project_id = ${projectId}::uuid
        and chargeback = 'open' and settled_at is null) as "isOpen"`,
  )
  return isOpen
}

type DisputeBox = (typeof DISPUTE_BOXES)[number]
interface DisputesInput {
  adminId: string
  box: DisputeBox
  limit: number
  after: TimePosition | null
}

/** Open disputes by the day on which they are split, the soonest first; ruled ones latest first. */
const BOXES = {
  open: {
    rows: sql`(select id, due_at as at from projects where status = 'disputed' and due_at is not null)`,
    order: sql`asc`,
    beyond: sql`>`,
  },
  ruled: {
    rows: sql`(select project_id as id, ruled_at as at from project_disputes where ruled_at is not null)`,
    order: sql`desc`,
    beyond: sql`<`,
  },
} as const

export function disputesStatement({
  adminId,
  box,
  limit,
  after,
}: DisputesInput): RawBuilder<ViewerPageRow> {
  const { rows, order, beyond } = BOXES[box]
  const rest =
    after === null
      ? sql``
      : sql`where (x.at, x.id) ${beyond} (${timeOfMicros(after.micros)}, ${after.id}::uuid)`
  return sql<ViewerPageRow>`
    with ${meTable({ viewerId: adminId })},
    page as materialized (
      select x.id, ${microsOf(sql`x.at`)} as key,
        row_number() over (order by x.at ${order}, x.id ${order}) as place
      from ${rows} x ${rest} order by x.at ${order}, x.id ${order} limit ${fetchedFor(limit)})
    select (select user_id from me) as "viewerId", ${pageEnd(limit)} as last,
      ${pageJson(limit, shownProject)} as json`
}

export async function listDisputed(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  input: DisputesInput,
): Promise<Page<ProjectCard>> {
  const { json, last } = await onlyRow(db, disputesStatement(input))
  const cards = (JSON.parse(json) as ProjectCardRow[]).map((card) => finishCard(card, now()))
  return new Page(cards, cursorAfter(`disputes-${input.box}`, last))
}
