import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

/** The conversations in which this file stands, each with its two people. */
export async function findConversationsOf(
  db: Database,
  mediaId: string,
): Promise<{ id: string; userIds: string[] }[]> {
  const { rows } = await sql<{ id: string; userIds: string[] }>`
    select distinct m.conversation_id as id, array[m.sender_id::text, m.receiver_id::text] as "userIds"
    from message_media f join messages m on m.id = f.message_id
    where f.media_id = ${mediaId}::uuid`.execute(db)
  return rows
}
