import type {
  AppealKind,
  AppealOutcome,
  TakenDown,
  RestorableKind,
  AdminAppeal,
  Appeal,
} from '@plinth/contract/moderation/appeals.ts'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import { pictureJson } from '../../core/media/media-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import { findShown, type Shown } from '../../db/page-sql.ts'
import { OWNERS, TABLES } from './takedown-rules.ts'
import type { Page } from '../../http/mount.ts'
import {
  titleOfSubject,
  readTimeList,
  timeListStatement,
  type TimeListInput,
} from './moderation-list-queries.ts'

/** A takedown, suspension or copyright removal that somebody can appeal against. */
export interface Act {
  userId: string
  kind: AppealKind
  subjectId: string
  at: Date
  reason: string
}

const tableOf = (kind: RestorableKind) => sql.table(TABLES[kind])
const ownerOf = (kind: RestorableKind) => sql.ref(OWNERS[kind])

/**
 * Locks this person's post, work or board that is taken down until the transaction ends; undefined when there is none. For a
 * post that went down with its work, they appeal with the work.
 */
export async function lockTakedown(
  trx: Database,
  { userId, kind, id }: { userId: string; kind: RestorableKind; id: string },
): Promise<Act | undefined> {
  const { rows } = await sql<Act>`
    select ${ownerOf(kind)} as "userId", ${kind}::text as kind, id as "subjectId", taken_down_at as at,
      taken_down_reason as reason
    from ${tableOf(kind)} where id = ${id}::uuid and ${ownerOf(kind)} = ${userId}::uuid
      and taken_down_at is not null
      ${kind === 'post' ? sql`and not is_down_with_work` : sql``} for update`.execute(trx)
  return rows[0]
}

/** Locks the note that staff ended this person's creator rights; undefined if they have not, or it is not theirs. */
export async function lockRemoval(
  trx: Database,
  { userId, id }: { userId: string; id: string },
): Promise<Act | undefined> {
  const { rows } = await sql<Act>`
    select user_id as "userId", 'creator' as kind, user_id as "subjectId", removed_at as at, reason
    from creator_removals where user_id = ${userId}::uuid and user_id = ${id}::uuid for update`.execute(
    trx,
  )
  return rows[0]
}

/** Inserts an appeal and returns its id; null when there already is one against the same act. */
export async function insertAppeal(
  trx: Database,
  { userId, kind, subjectId, at, reason }: Act,
  text: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into appeals (id, user_id, kind, subject_id, against_at, reason, text)
    values (${newId()}::uuid, ${userId}::uuid, ${kind}, ${subjectId}::uuid, ${at}, ${reason}, ${text})
    on conflict on constraint appeals_once do nothing returning id`.execute(trx)
  return rows[0]?.id ?? null
}

/** Whether there already is an appeal against this act. */
export async function isAppealed(
  db: Database,
  { userId, kind, subjectId, at }: Omit<Act, 'reason'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from appeals where user_id = ${userId}::uuid and kind = ${kind}
      and subject_id = ${subjectId}::uuid and against_at = ${at}`.execute(db)
  return rows.length > 0
}

export interface HeldAppeal {
  userId: string
  kind: AppealKind
  subjectId: string
  isOpen: boolean
}

/** Locks an appeal until the transaction ends, so that two admins decide one after the other. */
export async function lockAppeal(trx: Database, id: string): Promise<HeldAppeal | undefined> {
  const { rows } = await sql<HeldAppeal>`
    select user_id as "userId", kind, subject_id as "subjectId", state = 'open' as "isOpen"
    from appeals where id = ${id}::uuid for update`.execute(trx)
  return rows[0]
}

export interface Verdict {
  outcome: AppealOutcome
  note: string
  /** Null for what Plinth does automatically. */
  adminId: string | null
  at: Date
}

export async function closeAppeal(trx: Database, id: string, verdict: Verdict): Promise<void> {
  const { outcome, note, adminId, at } = verdict
  await trx
    .updateTable('appeals')
    .set({ state: outcome, note, decided_by: adminId, decided_at: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/** Closes the counter-notice to a copyright notice, if there is an open one. */
export async function closeCounter(
  trx: Database,
  noticeId: string,
  verdict: Verdict,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from appeals where kind = 'copyright' and subject_id = ${noticeId}::uuid
      and state = 'open' for update`.execute(trx)
  for (const { id } of rows) await closeAppeal(trx, id, verdict)
}

/** The columns of `notices` that name what was decided about. A board has nobody but its owner who hears of it. */
const NOTICE_COLUMNS = { post: 'post_id', portfolio: 'item_id', board: 'board_id' } as const

/** Notifies the author that their appeal against a takedown was rejected. */
export async function notifyUpheld(
  trx: Database,
  { kind, subjectId }: { kind: RestorableKind; subjectId: string },
): Promise<void> {
  const column = sql.ref(NOTICE_COLUMNS[kind])
  await sql`
    insert into notices (kind, actor_id, ${column}, followed_id)
    select 'standing', null, id, ${kind === 'board' ? ownerOf(kind) : sql`null::uuid`} from ${tableOf(kind)} where id = ${subjectId}::uuid`.execute(
    trx,
  )
}

const MOST_TAKEN_DOWN = 100

const appealJson = sql`json_build_object('id', a.id, 'kind', a.kind, 'subjectId', a.subject_id,
  'title', d.title, 'reason', a.reason, 'text', a.text, 'state', a.state, 'note', a.note,
  'createdAt', ${isoTime(sql`a.created_at`)}, 'decidedAt', ${isoTime(sql`a.decided_at`)})`

/** This person's posts, works and boards that are taken down, the latest first. */
export async function findTakenDown(db: Database, userId: string): Promise<TakenDown[]> {
  const { rows } = await sql<{ items: TakenDown[] }>`
    with down as (
      select 'post' as kind, id, title, taken_down_at as at, taken_down_reason as reason,
        (select media_id from post_media f where f.post_id = posts.id order by position limit 1) as media_id
      from posts
      where creator_id = ${userId}::uuid and taken_down_at is not null and not is_down_with_work
      union all
      select 'portfolio', id, title, taken_down_at, taken_down_reason, media_id
      from portfolio_items where creator_id = ${userId}::uuid and taken_down_at is not null
      union all
      select 'board', id, title, taken_down_at, taken_down_reason, null
      from boards where owner_id = ${userId}::uuid and taken_down_at is not null),
    shown as (select * from down order by at desc, id desc limit ${sql.lit(MOST_TAKEN_DOWN)})
    select coalesce(json_agg(json_build_object('kind', d.kind, 'id', d.id, 'title', d.title,
      'picture', case when m.id is not null then ${pictureJson()} end, 'reason', d.reason, 'takenDownAt', ${isoTime(sql`d.at`)}, 'notice', n.told, 'restoreAt', ${isoTime(sql`n.restore_at`)},
      'appeal', a.json) order by d.at desc, d.id desc), '[]') as items
    from shown d
    left join media m on m.id = d.media_id
    left join lateral (
      select id, restore_at, json_build_object(
        'id', id, 'number', number, 'name', name, 'work', work, 'isOpen', state = 'removed') as told
      from takedown_notices t
      where t.kind = d.kind and t.subject_id = d.id and t.removed_at is not null
        and t.state in ('removed', 'counter', 'closed')
      order by t.created_at desc limit 1) n on true
    left join lateral (
      select ${appealJson} as json from appeals a
      where a.user_id = ${userId}::uuid and case when n.id is null
        then a.kind = d.kind and a.subject_id = d.id and a.against_at = d.at
        else a.kind = 'copyright' and a.subject_id = n.id end) a on true`.execute(db)
  return rows[0]?.items ?? []
}

export type AppealStatus = 'open' | 'decided'
/** Name of the list in its cursors. */
export const OWN_APPEALS = 'own-appeals'

/** Each list has an index that returns its rows in order. Counter-notices are decided with their notices. */
const LISTS: Record<AppealStatus, { at: RawBuilder<unknown>; is: RawBuilder<unknown> }> = {
  open: { at: sql`p.created_at`, is: sql`p.state = 'open'` },
  decided: { at: sql`p.decided_at`, is: sql`p.state <> 'open'` },
}

/** Title of what the appeal is about. For a counter-notice that is what the notice took down. */
const title = titleOfSubject(
  sql`coalesce(t.kind, p.kind)`,
  sql`coalesce(t.subject_id, p.subject_id)`,
)
const joinNotice = sql`
  left join takedown_notices t on p.kind = 'copyright' and t.id = p.subject_id`

const ownAppeal: Shown = {
  table: 'appeals',
  columns: sql`
    p.id, p.kind, p.subject_id as "subjectId", ${title} as title, p.reason, p.text, p.state, p.note,
    ${isoTime(sql`p.created_at`)} as "createdAt", ${isoTime(sql`p.decided_at`)} as "decidedAt"`,
  joins: joinNotice,
}

const adminAppeal: Shown = {
  table: 'appeals',
  columns: sql`
    ${ownAppeal.columns}, ${personOrNull('u')} as author, ${isoTime(sql`p.against_at`)} as "againstAt",
    ${personOrNull('d')} as "decidedBy"`,
  joins: sql`${joinNotice} join users u on u.id = p.user_id left join users d on d.id = p.decided_by`,
}

export const listOwn = (db: Database, input: TimeListInput): Promise<Page<Appeal>> => {
  const mine = [sql`p.user_id = ${input.viewerId}::uuid`]
  const list = { at: sql`p.created_at`, conditions: mine, shown: ownAppeal }
  return readTimeList(db, OWN_APPEALS, timeListStatement(list, input))
}

export const listForAdmin = (
  db: Database,
  status: AppealStatus,
  input: TimeListInput,
): Promise<Page<AdminAppeal>> => {
  const { at, is } = LISTS[status]
  const conditions = [is, sql`p.kind <> 'copyright'`]
  const list = { at, conditions, shown: adminAppeal }
  return readTimeList(db, status, timeListStatement(list, input))
}

export const findOwnAppeal = (db: Database, id: string): Promise<Appeal> =>
  findWritten<Appeal>(db, id, ownAppeal)
export const findAdminAppeal = (db: Database, id: string): Promise<AdminAppeal> =>
  findWritten<AdminAppeal>(db, id, adminAppeal)

async function findWritten<T>(db: Database, id: string, shown: Shown): Promise<T> {
  const appeal = await findShown<T>(db, id, shown)
  if (appeal === null) throw new Error('the appeal does not exist')
  return appeal
}
