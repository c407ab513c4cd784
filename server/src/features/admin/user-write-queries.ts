import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

interface HeldUser {
  isCreatorGranted: boolean
  isAdmin: boolean
}

/** Holds somebody who has an account until the transaction ends; nothing when there is none. */
export const holdUser = (trx: Database, id: string): Promise<HeldUser | undefined> =>
  trx
    .selectFrom('users')
    .select(['creator_granted as isCreatorGranted', 'is_admin as isAdmin'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Sets a right of somebody who is held. */
export async function setRight(
  trx: Database,
  id: string,
  right: { creator_granted: boolean } | { is_admin: boolean },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...right, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
