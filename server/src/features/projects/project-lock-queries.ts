import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { APPROVAL_DAYS, APPROVAL_NOTICE_DAYS } from '@plinth/contract/limits.ts'
import { daysAfter } from './project-rules.ts'

/** A project as it was read under its lock; every step decides by this. */
export interface LockedProject {
  id: string
  status: ProjectStatus
  clientId: string
  creatorId: string
  title: string
  priceCents: number | null
  depositCents: number | null
  deliverBy: string | null
  creatorAgreed: boolean
  sharedAt: Date | null
  revisionsUsed: number
  /** Changes that were agreed on at a price, and what they have added to it. */
  revisionsAdded: number
  addedCents: number
  dueAt: Date | null
}

const heldColumns = sql`
  id, status, client_id as "clientId", creator_id as "creatorId", title, price_cents::int as "priceCents",
  deposit_cents::int as "depositCents", deliver_by::text as "deliverBy",
  creator_agreed as "creatorAgreed", shared_at as "sharedAt", revisions_used as "revisionsUsed",
  revisions_added as "revisionsAdded", added_cents::int as "addedCents", due_at as "dueAt"`

const hold = async (
  trx: Database,
  where: RawBuilder<unknown>,
  locking: RawBuilder<unknown> = sql`for no key update`,
): Promise<LockedProject | undefined> => {
  const { rows } = await sql<LockedProject>`
    select ${heldColumns} from projects where ${where} ${locking}`.execute(trx)
  return rows[0]
}

/** Locks a project until the transaction ends. Everybody locks the project before its payments. */
export const lockProject = (trx: Database, id: string): Promise<LockedProject | undefined> =>
  hold(trx, sql`id = ${id}::uuid`)

/** Locks the requests to a creator that nobody has paid for, in the order in which deletion locks projects. */
export async function lockRequestsTo(trx: Database, creatorId: string): Promise<LockedProject[]> {
  const { rows } = await sql<LockedProject>`
    select ${heldColumns} from projects
    where creator_id = ${creatorId}::uuid and status = 'requested' and closed_at is null
    order by id for update`.execute(trx)
  return rows
}

/** Locks a project for one of its two people. The creator can see it from the moment it was shared. */
export const lockOwnProject = (
  trx: Database,
  { id, viewerId }: { id: string; viewerId: string },
): Promise<LockedProject | undefined> =>
  hold(
    trx,
    sql`id = ${id}::uuid and (client_id = ${viewerId}::uuid
      or (creator_id = ${viewerId}::uuid and shared_at is not null))`,
  )

/**
 * Returns undefined if its deadline has not passed, or if another process has locked it. A row that is being written and
 * refers to the project, such as a notification, does not count.
 */
export const lockDueProject = (
  trx: Database,
  { id, now }: { id: string; now: Date },
): Promise<LockedProject | undefined> =>
  hold(trx, sql`id = ${id}::uuid and due_at <= ${now}`, sql`for no key update skip locked`)

/** Returns undefined if it is not delivered, or if another process has locked it. */
export const lockDeliveredProject = (
  trx: Database,
  id: string,
): Promise<(LockedProject & { noticesSent: number }) | undefined> =>
  sql<LockedProject & { noticesSent: number }>`
    select ${heldColumns}, notices_sent as "noticesSent" from projects
    where id = ${id}::uuid and status = 'delivered' for no key update skip locked`
    .execute(trx)
    .then(({ rows }) => rows[0])

/** The number of projects handled by one run; the next run is a minute later. */
const MAX_PROJECTS = 500

export const dueStatement = (now: Date) => sql<{ id: string }>`
  select id from projects where due_at <= ${now} order by due_at limit ${sql.lit(MAX_PROJECTS)}`

/** The ids of projects whose deadline has passed. */
export async function findDue(db: Database, now: Date): Promise<string[]> {
  const { rows } = await dueStatement(now).execute(db)
  return rows.map(({ id }) => id)
}

/** When the next reminder of a delivered project is due. */
const noticeAt = sql`due_at - (${APPROVAL_DAYS}::int
  - (${sql.lit(`{${APPROVAL_NOTICE_DAYS.join(',')}}`)}::int[])[notices_sent + 1]) * interval '1 day'`

export const remindableStatement = (now: Date) => sql<{ id: string }>`
  select id from projects
  where due_at > ${now} and due_at <= ${daysAfter(now, APPROVAL_DAYS - APPROVAL_NOTICE_DAYS[0])}
    and status = 'delivered' and ${noticeAt} <= ${now}
  order by due_at limit ${sql.lit(MAX_PROJECTS)}`

/** The ids of projects whose client has to be reminded of an unanswered delivery. */
export async function findRemindable(db: Database, now: Date): Promise<string[]> {
  const { rows } = await remindableStatement(now).execute(db)
  return rows.map(({ id }) => id)
}
