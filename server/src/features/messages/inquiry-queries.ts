import { inquirySubject, replySubject } from '@plinth/contract/messages/messages.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { sendIn } from '../../db/writes.ts'
import type { Env } from '../../env.ts'
import { declinedAlready, type Inquiry, type Quotes, type Terms } from './inquiry-rules.ts'
import { bareSubject, type Refusal, type Written } from './message-rules.ts'
import { insertMessage } from './message-write-queries.ts'

/** A message that the viewer sent or received, with what an answer to an inquiry needs. */
export async function findInquiry(
  db: Database,
  { id, viewerId }: { id: string; viewerId: string },
): Promise<Inquiry | undefined> {
  const { rows } = await sql<Inquiry>`
    select m.id, m.conversation_id as "conversationId", m.sender_id as "senderId",
      m.receiver_id as "receiverId", m.subject, m.message_type = 'business_inquiry' as "isInquiry",
      m.content, m.timeline, m.item_id as "itemId", i.title as "workTitle",
      m.project_id as "projectId"
    from messages m left join portfolio_items i on i.id = m.item_id
    where m.id = ${id}::uuid and ${viewerId}::uuid in (m.sender_id, m.receiver_id)`.execute(db)
  return rows[0]
}

export interface InquiryAnswer {
  content: string
  /** Null declines the inquiry. */
  quote: { cents: number; terms: Terms } | null
  clientId: string | null
}

/**
 * Answers an inquiry in its conversation. In the same transaction a quote withdraws an earlier decline and opens a
 * project, or becomes an offer in the one that exists; a decline ends that project, and a second decline fails.
 * Two answers of one person wait for each other in `insertMessage`.
 */
export function answerInquiry(
  { db, env }: { db: Kysely<DB>; env: Env },
  quotes: Quotes,
  inquiry: Inquiry,
  { content, quote, clientId }: InquiryAnswer,
): Promise<(Written & { projectId: string | null }) | Refusal> {
  return db.transaction().execute(async (trx) => {
    const written = await insertMessage(sendIn(trx), env, {
      senderId: inquiry.receiverId,
      receiverId: inquiry.senderId,
      subject: replySubject(inquiry.subject),
      content,
      messageType: 'general',
      budget: null,
      timeline: null,
      itemId: null,
      mediaIds: [],
      quoteCents: quote?.cents ?? null,
      clientId,
      briefId: null,
    })
    if (typeof written === 'string' || 'waitSeconds' in written) return written
    if (!written.isNew) {
      // The same client id and text, but in answer to another inquiry.
      return written.conversationId === inquiry.conversationId
        ? { ...written, projectId: null }
        : 'taken'
    }
    await setDeclined(trx, inquiry.id, quote === null)
    const known = await findProject(trx, inquiry.id)
    if (quote === null) {
      if (known !== null) await quotes.decline(trx, known)
      return { ...written, projectId: known }
    }
    const projectId = await quotes.open(trx, {
      offerId: written.id,
      clientId: inquiry.senderId,
      creatorId: inquiry.receiverId,
      projectId: known,
      itemId: inquiry.itemId,
      title: inquiry.workTitle ?? titleOf(inquiry.subject),
      subject: bareSubject(inquiry.subject),
      description: inquiry.content,
      timeline: inquiry.timeline,
      terms: quote.terms,
    })
    await trx
      .updateTable('messages')
      .set({ project_id: projectId })
      .where('id', 'in', [inquiry.id, written.id])
      .execute()
    return { ...written, projectId }
  })
}

/** The suggested beginning of an inquiry's subject. */
const SUGGESTED = inquirySubject('').trimEnd()

/** The subject without the prefixes that say it is an inquiry or an answer. */
function titleOf(subject: string): string {
  const bare = bareSubject(subject)
  const isSuggested = bare.toLowerCase().startsWith(SUGGESTED.toLowerCase())
  return (isSuggested ? bare.slice(SUGGESTED.length).trim() : bare) || inquirySubject(null)
}

/** Read only now, when earlier answers to the inquiry have been written. */
async function findProject(trx: Database, inquiryId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('messages')
    .select('project_id')
    .where('id', '=', inquiryId)
    .executeTakeFirst()
  return row?.project_id ?? null
}

async function setDeclined(trx: Database, id: string, isDeclined: boolean): Promise<void> {
  const { numAffectedRows } = await sql`
    update messages set declined_at = case when ${isDeclined}::boolean then clock_timestamp() end
    where id = ${id}::uuid and (declined_at is null) = ${isDeclined}::boolean`.execute(trx)
  if (isDeclined && numAffectedRows === 0n) throw declinedAlready()
}
