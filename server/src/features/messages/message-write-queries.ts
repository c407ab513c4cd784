import { CONVERSATIONS_PER_HOUR } from '@plinth/contract/limits.ts'
import { inquirySubject, type Message } from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import { countStranger, countWritten } from '../../core/limits/daily-queries.ts'
import { isBlockBetween } from '../../core/users/block-sql.ts'
import { lockOf } from '../../db/locks.ts'
import { newId } from '../../db/id.ts'
import { statement, type Bound, type Slots } from '../../db/statement.ts'
import type { Send } from '../../db/writes.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { messagesOf, messageStatement } from './message-list-queries.ts'
import { hasTooMuchUnanswered } from './message-sql.ts'
import { createPlainMessages, isPlain } from './plain-message-queries.ts'
import { bareSubject, type NewMessage, type Refusal, type Written } from './message-rules.ts'

type WrittenRow = Pick<Written, 'id' | 'conversationId'>

/** Writes a message, and returns it as its sender sees it, or the reason why it was refused. */
export function createMessages(
  deps: Pick<Deps, 'writes' | 'env' | 'now'>,
): (message: NewMessage) => Promise<(Written & { message: Message }) | Refusal> {
  const writePlain = createPlainMessages(deps)
  return async (message) =>
    (isPlain(message) ? await writePlain(message) : null) ?? writeMessage(deps, message)
}

function writeMessage(
  { writes, env }: Pick<Deps, 'writes' | 'env'>,
  message: NewMessage,
): Promise<(Written & { message: Message }) | Refusal> {
  return writes.transaction(async (step) => {
    let shown: Message[] = []
    const written = await insertMessage(step.send, env, message, async (write, counts, { id }) => {
      const [, rows] = await step.last(write, messageStatement(message.senderId, id), ...counts)
      shown = messagesOf(rows)
    })
    if (typeof written === 'string' || 'waitSeconds' in written) return written
    // Sent before with the same client id.
    if (!written.isNew) {
      const [rows] = await step.last(messageStatement(message.senderId, written.id))
      shown = messagesOf(rows)
    }
    const [first] = shown
    if (first === undefined) throw new Error('a message is gone right after it was written')
    return { ...written, message: first }
  })
}

/** The lock, the facts and, if its subject is known, the conversation and whether too much is unanswered. */
type Asked = readonly [unknown[], Facts[], { id: string }[]?, object[]?]

/**
 * Writes a message into the conversation of its two people and its subject, creating that if needed, updates the
 * unread counter and adds an outbox row for the notification, all in the transaction of `send`. Returns the reason if it
 * refuses. `write` sends the statement that writes and those that count its links, so that others can go with them.
 *
 * It has to come first in a transaction, because locks are taken in this order: the sender, their files, the
 * conversation, its messages.
 */
export async function insertMessage(
  send: Send,
  env: Env,
  message: NewMessage,
  write: (
    added: Bound<object>,
    counts: readonly Bound<object>[],
    ids: WrittenRow,
  ) => Promise<unknown> = (added, counts) => send(added, ...counts),
): Promise<Written | Refusal> {
  const { senderId, receiverId, mediaIds } = message
  const isInquiry = message.messageType === 'business_inquiry'
  // The subject of an inquiry can depend on its work, which is read first.
  const isNamed = message.subject !== null || !isInquiry
  const namedFor = (title: string | null) =>
    message.subject ?? (isInquiry ? inquirySubject(title) : '')
  const placed = { senderId, receiverId, subject: bareSubject(isNamed ? namedFor(null) : '') }
  const values = { ...message, mediaIds: [...mediaIds] }
  const asked = [lockSender(null, { senderId }), findFacts(null, values)] as const
  // Only the one conversation is locked: whoever locks two could meet somebody who locks them the other way round.
  const [, [facts], [named] = [], [tooMuch] = []]: Asked = isNamed
    ? await send(...asked, lockConversation(null, placed), findUnanswered(null, placed))
    : await send(...asked)
  if (facts === undefined) throw new Error('The statement returned no row.')
  if (facts.known !== null) {
    const { isSame, ...known } = facts.known
    return isSame ? { ...known, isNew: false } : 'taken'
  }
  if (!facts.isThere) return 'no receiver'
  if (facts.isBlocked) return 'blocked'
  if (message.itemId !== null && facts.workTitle === null) return 'no work'
  if (facts.fileCount !== mediaIds.length) return 'no file'
  const subject = namedFor(facts.workTitle)
  const found = isNamed
    ? { id: named?.id, isTooMuch: tooMuch !== undefined }
    : await findConversation(send, { senderId, receiverId, subject: bareSubject(subject) })
  if (found.id !== undefined && found.isTooMuch) return 'unanswered'
  const conversation =
    found.id === undefined
      ? await beginConversation(send, env, { ...placed, subject: bareSubject(subject) })
      : { id: found.id }
  if ('waitSeconds' in conversation) return conversation
  const conversationId = conversation.id
  const id = newId()
  await write(
    addMessage(null, { ...values, subject, id, conversationId }),
    countWritten(env, 'messages', [{ id, text: message.content }]),
    { id, conversationId },
  )
  return { id, conversationId, isNew: true }
}

const lockSender = statement<null, { senderId: string }, { held: unknown }>(
  (_, { senderId }) => sql<{ held: unknown }>`
    select ${lockOf('messagesOf', sql`${senderId}::text`)} as held`,
)

interface Facts {
  /** The message that already has this client id; `isSame` if it has the same content. */
  known: { id: string; conversationId: string; isSame: boolean } | null
  isThere: boolean
  isBlocked: boolean
  workTitle: string | null
  fileCount: number
}

type MessageValues = Omit<NewMessage, 'mediaIds'> & { mediaIds: string[] }

/**
 * Reads everything that decides whether the message can be written. Locks its files, in the same order as posts do,
 * because sending makes them private.
 */
const findFacts = statement<null, MessageValues, Facts>(
  (_, { senderId, receiverId, content, messageType, mediaIds, clientId, itemId, quoteCents }) =>
    sql<Facts>`
      with files as materialized (
        select m.id from media m
        where m.id = any (array(select unnest(${mediaIds}::uuid[]))) and m.owner_id = ${senderId}::uuid
          and m.state <> 'failed'
        order by m.id for no key update)
      select (
          select json_build_object('id', k.id, 'conversationId', k.conversation_id, 'isSame',
            k.receiver_id = ${receiverId}::uuid and k.content = ${content}
            and k.message_type = ${messageType}
            and k.quote_cents is not distinct from ${quoteCents}::bigint
            and array(select f.media_id from message_media f where f.message_id = k.id
              order by f.position) = ${mediaIds}::uuid[])
          from messages k
          where k.sender_id = ${senderId}::uuid and k.client_id = ${clientId}::uuid) as known,
        exists (select 1 from users u
          where u.id = ${receiverId}::uuid and not u.is_gone) as "isThere",
        ${isBlockBetween(sql`${senderId}::uuid`, sql`${receiverId}::uuid`)} as "isBlocked",
        (select i.title from portfolio_items i where i.id = ${itemId}::uuid and i.is_listed
          and i.creator_id in (${senderId}::uuid, ${receiverId}::uuid)) as "workTitle",
        (select count(*)::int from files) as "fileCount"`,
)

/** The two people of a conversation, and its subject without "Re:". */
interface Place {
  senderId: string
  receiverId: string
  subject: string
}

const isThere = ({ senderId, receiverId, subject }: Slots<Place>) => sql`
  (low_id, high_id) = (least(${senderId}::uuid, ${receiverId}::uuid), greatest(${senderId}::uuid, ${receiverId}::uuid))
  and subject_key = subject_key(${subject}::text)`

/** Locks a conversation until the transaction ends. */
const lockConversation = statement<null, Place, { id: string }>(
  (_, place) => sql<{ id: string }>`
    select id from conversations where ${isThere(place)} for no key update`,
)

/** A row if a conversation has reached the limit of messages without an answer. */
const findUnanswered = statement<null, Place, object>(
  (_, place) => sql<object>`
    select from conversations c
    where ${isThere(place)} and ${hasTooMuchUnanswered(sql`c.id`, sql`${place.receiverId}::uuid`)}`,
)

async function findConversation(send: Send, place: Place) {
  const [[found], [tooMuch]] = await send(
    lockConversation(null, place),
    findUnanswered(null, place),
  )
  return { id: found?.id, isTooMuch: tooMuch !== undefined }
}

const createConversation = statement<null, Place & { id: string }, object>(
  (_, { id, senderId, receiverId, subject }) => sql<object>`
    insert into conversations (id, low_id, high_id, subject, subject_key, started_by)
    values (${id}::uuid, least(${senderId}::uuid, ${receiverId}::uuid),
      greatest(${senderId}::uuid, ${receiverId}::uuid), ${subject}, subject_key(${subject}), ${senderId}::uuid)
    on conflict on constraint conversations_same do nothing`,
)

/** Creates a conversation, and locks it until the transaction ends. */
async function beginConversation(
  send: Send,
  env: Env,
  place: Place,
): Promise<{ id: string } | { waitSeconds: number }> {
  const [[limit]] = await send(findWait(null, { userId: place.senderId }))
  const waitSeconds = limit?.wait ?? null
  if (waitSeconds !== null) return { waitSeconds }
  const id = newId()
  const [, [begun]] = await send(
    createConversation(null, { ...place, id }),
    // The other person may have created it at the same moment.
    lockConversation(null, place),
    countStranger(env, id),
  )
  if (begun === undefined) throw new Error('a conversation was deleted right after it was created')
  return begun
}

type AddedMessage = MessageValues & { id: string; conversationId: string; subject: string }

/** Inserts the message into a locked conversation. */
const addMessage = statement<null, AddedMessage, object>(
  (_, added) => sql<object>`
    with message as (
      insert into messages (id, conversation_id, sender_id, receiver_id, subject, content,
        message_type, budget, timeline, item_id, quote_cents, client_id, brief_id, search)
      values (${added.id}::uuid, ${added.conversationId}::uuid, ${added.senderId}::uuid,
        ${added.receiverId}::uuid, ${added.subject}::text, ${added.content}::text, ${added.messageType},
        ${added.budget}, ${added.timeline}, ${added.itemId}::uuid, ${added.quoteCents}::bigint,
        ${added.clientId}::uuid, ${added.briefId}::uuid, message_doc(${added.senderId}::uuid, ${added.receiverId}::uuid,
          ${added.subject}::text || E'\n' || ${added.content}::text))
      returning id, conversation_id, sender_id, receiver_id, created_at,
        message_type = 'business_inquiry' as is_inquiry),
    filed as (
      insert into message_media (message_id, position, media_id)
      select message.id, f.position - 1, f.id
      from message, unnest(${added.mediaIds}::uuid[]) with ordinality as f (id, position)),
    members as (
      insert into conversation_members as side (conversation_id, user_id, other_id, last_message_at,
        unread_count, is_business)
      select m.conversation_id, s.user_id, s.other_id, m.created_at, s.unread, m.is_inquiry
      from message m cross join lateral (values
        (m.sender_id, m.receiver_id, 0), (m.receiver_id, m.sender_id, 1)) s (user_id, other_id, unread)
      on conflict (conversation_id, user_id) do update set
        last_message_at = excluded.last_message_at,
        unread_count = side.unread_count + excluded.unread_count,
        is_business = side.is_business or excluded.is_business,
        is_archived = side.is_archived and side.is_muted),
    moved as (
      update conversations c set last_message_id = m.id,
        inquiry_id = case when m.is_inquiry then m.id else c.inquiry_id end
      from message m where c.id = m.conversation_id)
    insert into notices (kind, actor_id, message_id)
    select 'message', sender_id, id from message`,
)

/** Seconds until somebody can start another conversation; null when they can now. */
const findWait = statement<null, { userId: string }, { wait: number | null }>(
  (_, { userId }) => sql<{ wait: number | null }>`
    select ceil(extract(epoch from free_at - now()))::int as wait
    from (select created_at + interval '1 hour' as free_at from conversations
      where started_by = ${userId}::uuid order by created_at desc
      offset ${sql.lit(CONVERSATIONS_PER_HOUR - 1)} limit 1) w
    where free_at > now()`,
)
