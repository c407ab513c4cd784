import { sql } from 'kysely'
import type { Database } from '../../../../db/pool.ts'
import type { ReadMark } from './comment-rules.ts'

/**
 * Inserts marks in their order, but for those that are there already. Returns how many it inserted. The room is held, so
 * no number is given twice. Each is a little later than the one before it, because marks are listed by their time.
 */
export async function insertMarks(
  trx: Database,
  of: {
    roomId: string
    versionId: string
    authorId: string
    change: number
    marks: readonly ReadMark[]
  },
): Promise<number> {
  const { roomId, versionId, authorId, change, marks } = of
  const given = JSON.stringify(marks.map(({ id, text, place }) => ({ id, text, ...place })))
  const { numAffectedRows } = await sql`
    insert into proof_marks (id, room_id, version_id, number, author_id, shape, points, page, text, change,
      created_at)
    select g.id, ${roomId}::uuid, ${versionId}::uuid,
      row_number() over (order by g.nth) + coalesce((
        select max(number) from proof_marks where version_id = ${versionId}::uuid), 0),
      ${authorId}::uuid, g.shape, g.points, g.page, g.text, ${change}::int,
      now() + g.nth * interval '1 microsecond'
    from rows from (jsonb_to_recordset(${given}::jsonb)
      as (id uuid, text text, shape text, points real[], page int)) with ordinality
      as g (id, text, shape, points, page, nth)
    where not exists (select from proof_marks known where known.id = g.id)`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}
