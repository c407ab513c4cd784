import type { RightsChange } from '@plinth/contract/people/rights.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

/** Changes the defaults of somebody's works and files and, if they want it, the reservation of all their works. */
export async function changeRights(
  db: Database,
  userId: string,
  { defaultOrigin, reservesTraining, allWorks, keepsName }: RightsChange,
): Promise<void> {
  const reserves = reservesTraining ?? null
  await sql`
    with works as (
      update portfolio_items set is_reserved = ${reserves}::boolean, updated_at = now()
      where creator_id = ${userId}::uuid and ${allWorks ?? false}::boolean
        and is_reserved <> ${reserves}::boolean)
    update users set updated_at = now(),
      default_origin = case when ${defaultOrigin === undefined}::boolean then default_origin
        else ${defaultOrigin ?? null}::text end,
      reserves_training = coalesce(${reserves}::boolean, reserves_training),
      keeps_name = coalesce(${keepsName ?? null}::boolean, keeps_name)
    where id = ${userId}::uuid`.execute(db)
}
