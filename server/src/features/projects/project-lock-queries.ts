import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { APPROVAL_DAYS, APPROVAL_NOTICE_DAYS } from '@plinth/contract/limits.ts'
import { daysAfter } from './project-rules.ts'

/** What steps are decided by, as it stands under the lock. */
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
  dueAt: Date | null
}

const heldColumns = sql`
  id, status, client_id as "clientId", creator_id as "creatorId", title, price_cents::int as "priceCents",
  deposit_cents::int as "depositCents", deliver_by::text as "deliverBy",
  creator_agreed as "creatorAgreed", shared_at as "sharedAt", revisions_used as "revisionsUsed",
  due_at as "dueAt"`

const hold = async (
  trx: Database,
  where: RawBuilder<unknown>,
  locking: RawBuilder<unknown> = sql`for update`,
): Promise<LockedProject | undefined> => {
  const { rows } = await sql<LockedProject>`
    select ${heldColumns} from projects where ${where} ${locking}`.execute(trx)
  return rows[0]
}

/** Locks a project until the transaction ends. Everybody locks it before its payments. */
export const lockProject = (trx: Database, id: string): Promise<LockedProject | undefined> =>
  hold(trx, sql`id = ${id}::uuid`)

/** The same for one of its two people: the creator knows of it from the day it was shared. */
export const lockOwnProject = (
  trx: Database,
  { id, viewerId }: { id: string; viewerId: string },
): Promise<LockedProject | undefined> =>
  hold(
    trx,
    sql`id = ${id}::uuid and (client_id = ${viewerId}::uuid
      or (creator_id = ${viewerId}::uuid and shared_at is not null))`,
  )

/** Nothing when its time has not come, or another process is at it. */
export const lockDueProject = (
  trx: Database,
  { id, now }: { id: string; now: Date },
): Promise<LockedProject | undefined> =>
  hold(trx, sql`id = ${id}::uuid and due_at <= ${now}`, sql`for update skip locked`)

/** Nothing when its next notice is not due, or another process is at it. */
export const lockDeliveredProject = (
  trx: Database,
  id: string,
): Promise<(LockedProject & { noticesSent: number }) | undefined> =>
  sql<LockedProject & { noticesSent: number }>`
    select ${heldColumns}, notices_sent as "noticesSent" from projects
    where id = ${id}::uuid and status = 'delivered' for update skip locked`
    .execute(trx)
    .then(({ rows }) => rows[0])

/** Projects that are looked at in one go; the next go is a minute later. */
const MOST = 500

export const dueStatement = (now: Date) => sql<{ id: string }>`
  select id from projects where due_at <= ${now} order by due_at limit ${sql.lit(MOST)}`

/** Projects whose time has run out. */
export async function findDue(db: Database, now: Date): Promise<string[]> {
  const { rows } = await dueStatement(now).execute(db)
  return rows.map(({ id }) => id)
}

/** Of a delivery that is approved at this time, when its notice of a number goes out. */
const noticeAt = sql`due_at - (${APPROVAL_DAYS}::int
  - (${sql.lit(`{${APPROVAL_NOTICE_DAYS.join(',')}}`)}::int[])[notices_sent + 1]) * interval '1 day'`

export const remindableStatement = (now: Date) => sql<{ id: string }>`
  select id from projects
  where due_at > ${now} and due_at <= ${daysAfter(now, APPROVAL_DAYS - APPROVAL_NOTICE_DAYS[0])}
    and status = 'delivered' and ${noticeAt} <= ${now}
  order by due_at limit ${sql.lit(MOST)}`

/** Deliveries that wait for their answer so long that the client is told again. */
export async function findRemindable(db: Database, now: Date): Promise<string[]> {
  const { rows } = await remindableStatement(now).execute(db)
  return rows.map(({ id }) => id)
}
