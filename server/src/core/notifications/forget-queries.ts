import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { holdWorker } from './notice-queries.ts'

/**
 * Takes back what two people were told of each other's deeds, read or not; answers whose notifications have moved. The
 * worker makes none of it while this lasts, and then sees why not. The rows are held in the order in which `markRead`
 * holds them.
 */
export async function forgetDeedsBetween(
  trx: Database,
  one: string,
  other: string,
): Promise<string[]> {
  await holdWorker(trx)
  await sql`
    select n.id from notifications n join notification_actors a on a.notification_id = n.id
    where (a.user_id = ${one}::uuid and a.actor_id = ${other}::uuid)
      or (a.user_id = ${other}::uuid and a.actor_id = ${one}::uuid)
    order by n.user_id, n.kind, n.subject_id for update of n`.execute(trx)
  const { rows } = await sql<{ userId: string }>`
    with gone as (
      delete from notification_actors
      where (user_id = ${one}::uuid and actor_id = ${other}::uuid)
        or (user_id = ${other}::uuid and actor_id = ${one}::uuid)
      returning notification_id as id),
    lowered as (
      select n.id, n.user_id, n.actor_count - 1 as actor_count
      from notifications n where n.id in (select id from gone)),
    emptied as (
      delete from notifications n using lowered l where n.id = l.id and l.actor_count <= 0),
    counted as (
      update notifications n set actor_count = l.actor_count from lowered l
      where n.id = l.id and l.actor_count > 0)
    select distinct user_id as "userId" from lowered`.execute(trx)
  return rows.map((row) => row.userId)
}
