import type { Database } from '../../db/pool.ts'

/**
 * Everybody who is an admin now, held until the transaction ends. Whoever takes this right from somebody, or somebody
 * from Plinth, asks here first: of two at once the second waits and then sees what the first has left.
 */
export async function holdAdmins(trx: Database): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('is_gone', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
