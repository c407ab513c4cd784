import type { Budget, Timeline } from '@plinth/contract/messages/inquiry.ts'
import { sendMessage, type Message, type MessageType } from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Person, TestApp } from '../app.ts'
import { secretText } from '../canary.ts'
import { newId } from '../../src/db/id.ts'

export interface MessageFields {
  /** Follows the secret that every test message starts with. */
  text?: string
  subject?: string
  messageType?: MessageType
  budget?: Budget
  timeline?: Timeline
  portfolioId?: string
  mediaIds?: string[]
  clientId?: string
}

/** Sends a message through the API. */
export async function writeMessage(
  site: TestApp,
  from: Person,
  to: Person,
  { text, ...fields }: MessageFields = {},
): Promise<Message> {
  const { status, body } = await site.call(sendMessage, {
    as: from,
    body: { receiverId: to.id, content: secretText(from, to, text), ...fields },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

export const writeInquiry = (
  site: TestApp,
  from: Person,
  to: Person,
  fields: MessageFields = {},
): Promise<Message> =>
  writeMessage(site, from, to, {
    messageType: 'business_inquiry',
    budget: '$500-$1000',
    timeline: '2-4 weeks',
    ...fields,
  })

interface Side {
  conversationId: string
  userId: string
  unread: number
  isRight: boolean
}

/** Checks the counters of every conversation against its messages. Returns the unread count of each side. */
export async function expectCounted({ deps }: Pick<TestApp, 'deps'>): Promise<Side[]> {
  const { rows } = await sql<Side>`
    select s.conversation_id as "conversationId", s.user_id as "userId", s.unread_count as unread,
      s.unread_count = (select count(*) from messages m where m.conversation_id = s.conversation_id
        and m.receiver_id = s.user_id and m.read_at is null)
      and (s.last_message_at, c.last_message_id) = (
        select m.created_at, m.id from messages m where m.conversation_id = s.conversation_id
        order by m.created_at desc, m.id desc limit 1)
      and c.inquiry_id is not distinct from (
        select m.id from messages m where m.conversation_id = s.conversation_id
          and m.message_type = 'business_inquiry' order by m.created_at desc limit 1)
      and s.is_business = (c.inquiry_id is not null)
      and s.user_id in (c.low_id, c.high_id) and s.other_id in (c.low_id, c.high_id)
      and not exists (select 1 from messages m where m.conversation_id = s.conversation_id
        and not (m.sender_id in (c.low_id, c.high_id) and m.receiver_id in (c.low_id, c.high_id)))
      as "isRight"
    from conversation_members s join conversations c on c.id = s.conversation_id`.execute(deps.db)
  expect(rows.filter((side) => !side.isRight)).toEqual([])
  const { rows: lonely } = await sql`
    select c.id from conversations c
    where (select count(*) from conversation_members s where s.conversation_id = c.id) <> 2`.execute(
    deps.db,
  )
  expect(lonely).toEqual([])
  return rows
}

/** Creates a conversation without messages, with an unread count for `reader`. */
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
