import { newId } from '../../src/db/id.ts'
import type { Person, TestApp } from '../app.ts'

/** A conversation without messages, as the live stream counts it: what of it `reader` has not read. */
export async function makeConversation(
  { deps }: TestApp,
  reader: Person,
  other: Person,
  side: { unread?: number; isArchived?: boolean; isMuted?: boolean } = {},
): Promise<string> {
  const id = newId()
  const [low = '', high = ''] = [reader.id, other.id].toSorted()
  await deps.db
    .insertInto('conversations')
    .values({
      id,
      low_id: low,
      high_id: high,
      subject: id,
      subject_key: id,
      started_by: other.id,
    })
    .execute()
  await deps.db
    .insertInto('conversation_members')
    .values({
      conversation_id: id,
      user_id: reader.id,
      other_id: other.id,
      last_message_at: new Date(),
      unread_count: side.unread ?? 0,
      is_archived: side.isArchived ?? false,
      is_muted: side.isMuted ?? false,
    })
    .execute()
  return id
}
