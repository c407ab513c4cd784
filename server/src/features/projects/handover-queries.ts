import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'

/** The next delivery of a project that is held. Answers its id. */
export async function insertDelivery(
  trx: Database,
  { projectId, note, now }: { projectId: string; note: string; now: Date },
): Promise<string> {
  const { id } = await onlyRow(
    trx,
    sql<{ id: string }>`
      insert into project_deliveries (id, project_id, number, note, created_at)
      select ${newId()}::uuid, ${projectId}::uuid, coalesce(max(number), 0) + 1, ${note}, ${now}
      from project_deliveries where project_id = ${projectId}::uuid returning id`,
  )
  return id
}

/** What the client said to the last delivery. */
export async function answerDelivery(
  trx: Database,
  answered: { projectId: string; answer: 'approved' | 'revision'; note: string | null; now: Date },
): Promise<void> {
  const { projectId, answer, note, now } = answered
  await sql`
    update project_deliveries set answer = ${answer}, answer_note = ${note}, answered_at = ${now}
    where answer is null and project_id = ${projectId}::uuid and number = (
      select max(number) from project_deliveries where project_id = ${projectId}::uuid)`.execute(
    trx,
  )
}
