import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

/** Whether this person keeps their posts and portrait out of AI training. */
export async function findReservation(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isReserved: boolean }>`
    select reserves_training as "isReserved" from users where id = ${userId}::uuid`.execute(db)
  return rows[0]?.isReserved ?? true
}
