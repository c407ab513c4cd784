import type { Budget, Timeline } from '@plinth/contract/messages/inquiry.ts'
import { sendMessage, type Message, type MessageType } from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Person, TestApp } from '../app.ts'
import { secretText } from '../canary.ts'

export interface Wish {
  /** Stands after the secret that is in every message of the tests. */
  text?: string
  subject?: string
  messageType?: MessageType
  budget?: Budget
  timeline?: Timeline
  portfolioId?: string
  mediaIds?: string[]
  clientId?: string
}

/** Writes a message as somebody's browser does. */
export async function writeMessage(
  site: TestApp,
  from: Person,
  to: Person,
  { text, ...wish }: Wish = {},
): Promise<Message> {
  const { status, body } = await site.call(sendMessage, {
    as: from,
    body: { receiverId: to.id, content: secretText(from, to, text), ...wish },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

export const writeInquiry = (
  site: TestApp,
  from: Person,
  to: Person,
  wish: Wish = {},
): Promise<Message> =>
  writeMessage(site, from, to, {
    messageType: 'business_inquiry',
    budget: '$500-$1000',
    timeline: '2-4 weeks',
    ...wish,
  })

interface Side {
  conversationId: string
  userId: string
  unread: number
  isRight: boolean
}

/** Holds what every conversation says of itself against its messages; answers unread messages of each side of them. */
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
