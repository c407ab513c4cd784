import type { Timeline } from '@plinth/contract/inquiry-terms.ts'
import { replySubject } from '@plinth/contract/messages.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { declinedAlready, type Inquiry } from './inquiry-rules.ts'
import { insertMessage, type Refusal, type Written } from './message-write-queries.ts'

/** One of the viewer's own messages. */
export async function findInquiry(
  db: Database,
  { id, viewerId }: { id: string; viewerId: string },
): Promise<Inquiry | undefined> {
  const { rows } = await sql<Inquiry>`
    select id, conversation_id as "conversationId", sender_id as "senderId",
      receiver_id as "receiverId", subject, message_type = 'business_inquiry' as "isInquiry"
    from messages
    where id = ${id}::uuid and ${viewerId}::uuid in (sender_id, receiver_id)`.execute(db)
  return rows[0]
}

export interface InquiryAnswer {
  content: string
  /** Null declines the inquiry. */
  quote: { cents: number; timeline: Timeline | null } | null
  clientId: string | null
}

/**
 * Answers an inquiry in its conversation and marks it in the same transaction: a price takes an earlier "no" back, and
 * a second "no" fails. Two answers of one person wait for each other in `insertMessage`.
 */
export function answerInquiry(
  db: Kysely<DB>,
  inquiry: Inquiry,
  { content, quote, clientId }: InquiryAnswer,
): Promise<Written | Refusal> {
  return db.transaction().execute(async (trx) => {
    const written = await insertMessage(trx, {
      senderId: inquiry.receiverId,
      receiverId: inquiry.senderId,
      subject: replySubject(inquiry.subject),
      content,
      messageType: 'general',
      budget: null,
      timeline: null,
      itemId: null,
      mediaIds: [],
      quote,
      clientId,
    })
    if (typeof written === 'string' || 'waitSeconds' in written) return written
    if (written.isNew) await mark(trx, inquiry.id, quote === null)
    // The same words under the same id, but to another inquiry.
    else if (written.conversationId !== inquiry.conversationId) return 'taken'
    return written
  })
}

async function mark(trx: Database, id: string, isDeclined: boolean): Promise<void> {
  const { numAffectedRows } = await sql`
    update messages set declined_at = case when ${isDeclined}::boolean then clock_timestamp() end
    where id = ${id}::uuid and (declined_at is null) = ${isDeclined}::boolean`.execute(trx)
  if (isDeclined && numAffectedRows === 0n) throw declinedAlready()
}
