import { sql } from 'kysely'
import { newId } from '../src/db/id.ts'
import type { Database } from '../src/db/pool.ts'

export async function countMedia(db: Database): Promise<{ rows: number; removals: number }> {
  const { rows } = await sql<{ rows: number; removals: number }>`
    select (select count(*)::int from media) as rows,
      (select count(*)::int from media_removals) as removals`.execute(db)
  return rows[0] ?? { rows: 0, removals: 0 }
}

/** A work that shows this picture, without its feature. */
export async function hangWork(
  db: Database,
  { creatorId, mediaId }: { creatorId: string; mediaId: string },
): Promise<void> {
  await sql`
    insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, doc)
    select ${newId()}::uuid, ${creatorId}::uuid, min(id), 'Work', ${mediaId}::uuid, true, ''
    from categories`.execute(db)
}

/** As if these had been uploaded two days ago. */
export async function ageMedia(db: Database, ids: string[]): Promise<void> {
  await db
    .updateTable('media')
    .set({ created_at: new Date(Date.now() - 2 * 86_400_000) })
    .where('id', 'in', ids)
    .execute()
}

/** As if nothing had been made of it yet. */
export async function restartMedia(db: Database, id: string): Promise<void> {
  await db
    .updateTable('media')
    .set({ state: 'processing', rendition_widths: [], attempts: 0 })
    .where('id', '=', id)
    .execute()
}

export async function countAttempts(db: Database, id: string): Promise<number> {
  const row = await db
    .selectFrom('media')
    .select('attempts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.attempts
}
