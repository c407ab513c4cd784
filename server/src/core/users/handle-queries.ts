import { HANDLE_DAYS, type HANDLE_STATES } from '@plinth/contract/people/handles.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

/** When somebody can change their handle again, from a row `users`; null if they can now. */
export const handleChangesAt = sql<Date | null>`
  case when users.handle_changed_at > now() - ${sql.lit(`${HANDLE_DAYS} days`)}::interval
    then users.handle_changed_at + ${sql.lit(`${HANDLE_DAYS} days`)}::interval end`

/** The person whom a handle or an earlier one leads to, with their handle of today. */
export async function findByHandle(
  db: Database,
  handle: string,
): Promise<{ id: string; handle: string } | null> {
  const { rows } = await sql<{ id: string; handle: string }>`
    select u.id, u.handle from handles h join users u on u.id = h.user_id
    where h.shape = handle_shape(${handle}) and u.handle is not null and not u.is_gone`.execute(db)
  return rows[0] ?? null
}

/** Whether a person could have this handle. The form of the handle is checked elsewhere. */
export async function findHandleState(
  db: Database,
  handle: string,
  userId: string,
): Promise<(typeof HANDLE_STATES)[number]> {
  const { rows } = await sql<{ isReserved: boolean; isOwn: boolean | null }>`
    select starts_with(handle_shape(${handle}), handle_shape('plinth')) as "isReserved",
      (select coalesce(user_id = ${userId}::uuid, false) from handles
        where shape = handle_shape(${handle})) as "isOwn"`.execute(db)
  const [row] = rows
  if (row === undefined || row.isReserved || row.isOwn === false) return 'similar'
  return row.isOwn === true ? 'own' : 'free'
}

/** Who has a handle and when it can be changed again, after an attempt to change it. */
export interface HandleChange {
  handle: string
  handleChangesAt: Date | null
}

/**
 * Changes a person's handle unless they changed it in the last thirty days, and returns what they have then. Throws
 * the constraint `users_handle` for a handle that is somebody else's, looks like it, or is reserved.
 */
export async function changeHandleOf(
  db: Database,
  userId: string,
  handle: string,
): Promise<HandleChange | null> {
  await sql`
    update users set handle = ${handle}, handle_changed_at = now(), updated_at = now()
    where id = ${userId}::uuid and not is_gone and handle <> ${handle}
      and ${handleChangesAt} is null`.execute(db)
  const { rows } = await sql<HandleChange>`
    select handle, ${handleChangesAt} as "handleChangesAt" from users
    where id = ${userId}::uuid and handle is not null`.execute(db)
  return rows[0] ?? null
}
