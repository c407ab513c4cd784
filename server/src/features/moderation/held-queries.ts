import type { AdminHeldText, HeldText } from '@plinth/contract/moderation/held.ts'
import { sql, type RawBuilder } from 'kysely'
import { personOrNull } from '../../core/users/person-sql.ts'
import { findShown, type Shown, type ViewerPageRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'
import type { Page } from '../../http/mount.ts'
import { readTimeList, timeListStatement, type TimeListInput } from './moderation-list-queries.ts'

export type HeldStatus = 'waiting' | 'decided'
/** Name of the list in its cursors. */
export const OWN_HELD = 'own-held'

const ownHeld: Shown = {
  table: 'held_texts',
  columns: sql`
    p.id, p.kind, p.content, ${personOrNull('r')} as receiver, p.post_id as "postId", p.state, p.note,
    ${isoTime(sql`p.created_at`)} as "createdAt", ${isoTime(sql`p.decided_at`)} as "decidedAt"`,
  joins: sql`left join users r on r.id = p.receiver_id`,
}

const adminHeld: Shown = {
  table: 'held_texts',
  columns: sql`${ownHeld.columns}, ${personOrNull('u')} as author, ${personOrNull('d')} as "decidedBy"`,
  joins: sql`${ownHeld.joins} join users u on u.id = p.author_id left join users d on d.id = p.decided_by`,
}

export const ownHeldStatement = (input: TimeListInput): RawBuilder<ViewerPageRow> => {
  const conditions = [sql`p.author_id = ${input.viewerId}::uuid`]
  return timeListStatement({ at: sql`p.created_at`, conditions, shown: ownHeld }, input)
}

export const listOwn = (db: Database, input: TimeListInput): Promise<Page<HeldText>> =>
  readTimeList(db, OWN_HELD, ownHeldStatement(input))

/** Each list has an index that returns its rows in order. */
const LISTS: Record<HeldStatus, { at: RawBuilder<unknown>; is: RawBuilder<unknown> }> = {
  waiting: { at: sql`p.created_at`, is: sql`p.state = 'waiting'` },
  decided: { at: sql`p.decided_at`, is: sql`p.state <> 'waiting'` },
}

export const heldStatement = (
  status: HeldStatus,
  input: TimeListInput,
): RawBuilder<ViewerPageRow> => {
  const { at, is } = LISTS[status]
  return timeListStatement({ at, conditions: [is], shown: adminHeld }, input)
}

export const listForAdmin = (
  db: Database,
  status: HeldStatus,
  input: TimeListInput,
): Promise<Page<AdminHeldText>> => readTimeList(db, status, heldStatement(status, input))

export const findForAdmin = (db: Database, id: string): Promise<AdminHeldText | null> =>
  findShown<AdminHeldText>(db, id, adminHeld)

export interface HeldRow {
  id: string
  kind: HeldText['kind']
  authorId: string
  authorEmail: string | null
  payload: object
  isWaiting: boolean
}

/** Locks a held text until the transaction ends, so that two of staff decide one after the other. */
export async function lockHeld(trx: Database, id: string): Promise<HeldRow | undefined> {
  const { rows } = await sql<HeldRow>`
    select h.id, h.kind, h.author_id as "authorId", h.payload, h.state = 'waiting' as "isWaiting",
      (select u.email from users u where u.id = h.author_id and not u.is_gone) as "authorEmail"
    from held_texts h where h.id = ${id}::uuid for update`.execute(trx)
  return rows[0]
}

/** Closes a held text. From then on its files belong to the sent message, or to nothing. */
export async function closeHeld(
  trx: Database,
  id: string,
  verdict: { state: 'sent' | 'refused' | 'gone'; note: string | null; adminId: string; at: Date },
): Promise<void> {
  const { state, note, adminId, at } = verdict
  await trx
    .updateTable('held_texts')
    .set({ state, note, decided_by: adminId, decided_at: at })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('held_media').where('held_id', '=', id).execute()
}
