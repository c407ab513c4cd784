import { sql, type RawBuilder } from 'kysely'
import { isBlockBetween } from '../../../core/users/block-sql.ts'
import type { Database } from '../../../db/pool.ts'

/**
 * One of the posts that are promoted now, any of them as likely: of somebody else, seen by everybody, and not sent away
 * by the viewer. None of their authors is blocked, or blocks them.
 */
const promotedStatement = (viewerId: string): RawBuilder<{ id: string }> => sql<{
  id: string
}>`
  select p.id from promotions m join posts p on p.id = m.post_id
  where m.state = 'running' and p.is_visible
    and p.creator_id <> ${viewerId}::uuid
    and not exists (select 1 from post_hides h
      where h.user_id = ${viewerId}::uuid and h.post_id = p.id)
    and not exists (select 1 from creator_dampings d
      where d.user_id = ${viewerId}::uuid and d.creator_id = p.creator_id)
    and not ${isBlockBetween(sql`${viewerId}::uuid`, sql`p.creator_id`)}
  order by random() limit 1`

export async function findPromoted(db: Database, viewerId: string): Promise<string | null> {
  const { rows } = await promotedStatement(viewerId).execute(db)
  return rows[0]?.id ?? null
}
