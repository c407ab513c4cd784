import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

/**
 * Notes that an account is used with this browser. True if it is a new one for an account that others are known of; the
 * first of all is not announced.
 */
export async function noteDevice(
  trx: Database,
  { userId, deviceHash }: { userId: string; deviceHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    with earlier as (
      select exists (select from known_devices where user_id = ${userId}::uuid) as has_any
    ), noted as (
      insert into known_devices (user_id, device_hash) values (${userId}::uuid, ${deviceHash})
      on conflict (user_id, device_hash) do update set last_used_at = now()
      returning xmax = 0 as is_new
    )
    select noted.is_new and earlier.has_any as "isNew" from noted, earlier`.execute(trx)
  return rows[0]?.isNew === true
}
