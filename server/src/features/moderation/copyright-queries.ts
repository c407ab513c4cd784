import type { TakenDownKind } from '@plinth/contract/moderation/appeals.ts'
import {
  TAKEDOWNS_PER_HOUR,
  type TakedownState,
  type AdminTakedown,
} from '@plinth/contract/moderation/copyright.ts'
import { sql } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { takeLock } from '../../db/locks.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import { findShown, type Shown } from '../../db/page-sql.ts'
import type { RestorableSubject } from './takedown-rules.ts'
import type { Page } from '../../http/mount.ts'
import {
  titleOfSubject,
  readTimeList,
  timeListStatement,
  type TimeListInput,
} from './moderation-list-queries.ts'

export interface Subject {
  kind: TakenDownKind
  id: string
}

/** The author's id of a post or work that is public or taken down; null otherwise. */
export async function findAuthor(db: Database, { kind, id }: Subject): Promise<string | null> {
  const { rows } = await sql<{ creatorId: string }>`
    select creator_id as "creatorId" from posts
    where ${kind} = 'post' and id = ${id}::uuid and (is_visible or taken_down_at is not null)
    union all
    select creator_id from portfolio_items
    where ${kind} = 'portfolio' and id = ${id}::uuid and (is_listed or taken_down_at is not null)`.execute(
    db,
  )
  return rows[0]?.creatorId ?? null
}

export interface NewNotice {
  subject: Subject
  authorId: string
  work: string
  url: string
  name: string
  organisation: string
  email: string
  address: string
  signature: string
  /** The sender's network address, by which the hourly limit counts. */
  sentFrom: string
  at: Date
}

/**
 * Inserts a notice. Notices from one network address are inserted one after another, so that the hourly limit is exact.
 * Also deletes network addresses older than an hour, which no longer count.
 */
export async function insertNotice(
  trx: Database,
  notice: NewNotice,
): Promise<{ number: number } | { waitSeconds: number }> {
  const { sentFrom, at, subject } = notice
  await takeLock(trx, 'takedownsOf', sentFrom)
  await sql`
    update takedown_notices set sent_from = null
    where sent_from is not null and created_at <= ${at}::timestamptz - interval '1 hour'`.execute(
    trx,
  )
  const { rows: waits } = await sql<{ wait: number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - ${at}::timestamptz))::int as wait
    from takedown_notices where sent_from = ${sentFrom}
    order by created_at desc offset ${sql.lit(TAKEDOWNS_PER_HOUR - 1)} limit 1`.execute(trx)
  if (waits[0] !== undefined) return { waitSeconds: Math.max(waits[0].wait, 1) }
  const { number } = await trx
    .insertInto('takedown_notices')
    .values({
      id: newId(),
      kind: subject.kind,
      subject_id: subject.id,
      author_id: notice.authorId,
      work: notice.work,
      url: notice.url,
      name: notice.name,
      organisation: notice.organisation,
      email: notice.email,
      address: notice.address,
      signature: notice.signature,
      sent_from: sentFrom,
      created_at: at,
      updated_at: at,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  return { number: Number(number) }
}

export interface HeldNotice {
  id: string
  number: number
  state: TakedownState
  subject: Subject
  authorId: string | null
  removedAt: Date | null
  name: string
  email: string
}

/** Locks a notice until the transaction ends. */
export async function lockNotice(trx: Database, id: string): Promise<HeldNotice | undefined> {
  const { rows } = await sql<HeldNotice>`
    select id, number::int, state, json_build_object('kind', kind, 'id', subject_id) as subject,
      author_id as "authorId", removed_at as "removedAt", name, email
    from takedown_notices where id = ${id}::uuid for update`.execute(trx)
  return rows[0]
}

export interface Step {
  to: TakedownState
  at: Date
  /** The reason: for the removal, or for any other step. */
  note?: string
  adminId?: string | null
  restoreAt?: Date | null
}

export async function moveNotice(trx: Database, id: string, step: Step): Promise<void> {
  const { to, at, note, adminId, restoreAt = null } = step
  await trx
    .updateTable('takedown_notices')
    .set({
      state: to,
      updated_at: at,
      restore_at: restoreAt,
      ...(to === 'removed' ? { removed_at: at, removal_note: note } : { note }),
      ...(adminId === undefined ? {} : { decided_by: adminId }),
    })
    .where('id', '=', id)
    .execute()
}

/** Whether a post or work is taken down because of a copyright notice. */
export async function isOfNotice(trx: Database, { kind, id }: RestorableSubject): Promise<boolean> {
  const { rows } = await sql`
    select 1 from takedown_notices where kind = ${kind} and subject_id = ${id}::uuid
      and removed_at is not null and state in ('removed', 'counter', 'closed') limit 1`.execute(trx)
  return rows.length > 0
}

/** Ids of notices whose waiting time after a counter-notice is over. */
export async function findDue(db: Database, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from takedown_notices where restore_at <= ${at} order by restore_at limit 100`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export type NoticeStatus = 'open' | 'all'

const shownNotice: Shown = {
  table: 'takedown_notices',
  columns: sql`
    p.id, p.number::int as number, p.state, p.work, p.url, p.kind, p.subject_id as "subjectId",
    ${titleOfSubject(sql`p.kind`, sql`p.subject_id`)} as title, ${personOrNull('u')} as author,
    (select count(*)::int from takedown_notices o
      where o.author_id = p.author_id and o.id <> p.id and o.removed_at is not null and o.state <> 'restored')
      as "removedOfAuthor",
    p.name, p.organisation, p.email, p.address, p.signature,
    p.removal_note as "removalNote", p.note,
    (select a.text from appeals a where a.kind = 'copyright' and a.subject_id = p.id
      order by a.created_at desc limit 1) as counter,
    ${isoTime(sql`p.removed_at`)} as "removedAt", ${isoTime(sql`p.restore_at`)} as "restoreAt", ${personOrNull('d')} as "decidedBy",
    ${isoTime(sql`p.created_at`)} as "createdAt"`,
  joins: sql`left join users u on u.id = p.author_id left join users d on d.id = p.decided_by`,
}

export const listNotices = (
  db: Database,
  status: NoticeStatus,
  input: TimeListInput,
): Promise<Page<AdminTakedown>> => {
  const conditions = status === 'open' ? [sql`p.state in ('received', 'removed', 'counter')`] : []
  const list = { at: sql`p.created_at`, conditions, shown: shownNotice }
  return readTimeList(db, status, timeListStatement(list, input))
}

export const findNotice = (db: Database, id: string): Promise<AdminTakedown | null> =>
  findShown(db, id, shownNotice)
