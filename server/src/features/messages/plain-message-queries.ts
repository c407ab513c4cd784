import type { Message } from '@plinth/contract/messages/messages.ts'
import { hasLinks } from '@plinth/contract/people/levels.ts'
import { sql } from 'kysely'
import { countWritten } from '../../core/limits/daily-queries.ts'
import { sparing } from '../../core/limits/sparing.ts'
import { isBlockBetween } from '../../core/users/block-sql.ts'
import { personJson } from '../../core/users/person-sql.ts'
import { createBatches, type Batched } from '../../db/batches.ts'
import { newId } from '../../db/id.ts'
import { lockOf } from '../../db/locks.ts'
import { statement } from '../../db/statement.ts'
import { isoTime } from '../../db/time-sql.ts'
import type { Deps } from '../../deps.ts'
import { bareSubject, type NewMessage, type Written } from './message-rules.ts'
import { hasTooMuchUnanswered } from './message-sql.ts'

/** Whether a message is text alone. */
export const isPlain = (message: NewMessage): boolean =>
  message.messageType === 'general' &&
  message.mediaIds.length === 0 &&
  message.itemId === null &&
  message.quoteCents === null

/** The most messages in one transaction. */
const MAX_MESSAGES = 100

/**
 * Writes messages of text into conversations that exist, all that come at the same time in one transaction, and returns
 * each as its sender sees it. Null for any that has to be written alone: its conversation is not there yet, it was sent
 * before, or it is refused, and the way that all other messages take says why.
 *
 * Locks are taken in the same order as there: the senders, then the conversations, both in the order of their ids.
 */
export function createPlainMessages(
  deps: Pick<Deps, 'writes' | 'env' | 'now'>,
): Batched<NewMessage, (Written & { message: Message }) | null> {
  const { writes, env } = deps
  const write = createBatches<NewMessage, (Written & { message: Message }) | null>(
    async (messages) => {
      const values = valuesOf(messages)
      const { senderIds, receiverIds, bareSubjects } = values
      const [, , rows] = await writes.together(
        lockSenders(null, { ids: [...new Set(senderIds)].toSorted() }),
        lockConversations(null, { senderIds, receiverIds, bareSubjects }),
        addMessages(null, values),
        ...countWritten(
          env,
          'messages',
          values.ids.map((id, at) => ({ id, text: values.contents[at] ?? '' })),
        ),
      )
      const found = new Map(rows.map((row) => [row.place, row.added]))
      return messages.map((message, at) => {
        const added = found.get(at + 1)
        const id = values.ids[at]
        if (added === undefined || id === undefined) return null
        const { conversationId } = added
        return { id, conversationId, isNew: true, message: newMessage({ ...message, id }, added) }
      })
    },
    {
      atMost: MAX_MESSAGES,
      // A conversation has one newest message, and how many are unanswered depends on the one before.
      keyOf: pairOf,
      // Senders are locked first, and one person writes to several more often than two to each other at once.
      laneOf: ({ senderId }) => senderId,
    },
  )
  return sparing(write, deps, ({ senderId, content }) => `${senderId} ${hasLinks(content)}`)
}

/** The same for both people of a conversation. */
const pairOf = ({ senderId, receiverId }: NewMessage): string =>
  [senderId, receiverId].toSorted().join(' ')

const valuesOf = (messages: readonly NewMessage[]): AddedValues => ({
  ids: messages.map(() => newId()),
  senderIds: messages.map(({ senderId }) => senderId),
  receiverIds: messages.map(({ receiverId }) => receiverId),
  subjects: messages.map(({ subject }) => subject ?? ''),
  bareSubjects: messages.map(({ subject }) => bareSubject(subject ?? '')),
  contents: messages.map(({ content }) => content),
  clientIds: messages.map(({ clientId }) => clientId),
})

const lockSenders = statement<null, { ids: string[] }, { held: unknown }>(
  (_, { ids }) => sql<{ held: unknown }>`
    select ${lockOf('messagesOf', sql`id`)} as held from unnest(${ids}::text[]) as s (id)`,
)

interface Places {
  senderIds: string[]
  receiverIds: string[]
  bareSubjects: string[]
}

/** The conversation of message `g`. With the limit it is looked up by its index, however few there are yet. */
const itsConversation = sql`
  select c.id from conversations c
  where (c.low_id, c.high_id)
      = (least(g.sender_id, g.receiver_id), greatest(g.sender_id, g.receiver_id))
    and c.subject_key = subject_key(g.bare)
  limit 1`

const lockConversations = statement<null, Places, object>(
  (_, { senderIds, receiverIds, bareSubjects }) => sql<object>`
    select from conversations c where c.id = any (array(
      select (${itsConversation})
      from unnest(${senderIds}::uuid[], ${receiverIds}::uuid[], ${bareSubjects}::text[])
        as g (sender_id, receiver_id, bare)))
    order by c.id for no key update`,
)

interface AddedValues extends Places {
  ids: string[]
  subjects: string[]
  contents: string[]
  clientIds: (string | null)[]
}

interface AddedRow {
  place: number
  /** What the database knows of the new message. */
  added: Pick<Message, 'conversationId' | 'sender' | 'receiver' | 'createdAt'>
}

const addMessages = statement<null, AddedValues, AddedRow>(
  (
    _,
    { ids, senderIds, receiverIds, subjects, bareSubjects, contents, clientIds },
  ) => sql<AddedRow>`
    with wanted as materialized (
      select g.*, c.id as conversation_id
      from unnest(${ids}::uuid[], ${senderIds}::uuid[], ${receiverIds}::uuid[], ${subjects}::text[],
          ${bareSubjects}::text[], ${contents}::text[], ${clientIds}::uuid[])
        with ordinality as g (id, sender_id, receiver_id, subject, bare, content, client_id, place)
      cross join lateral (${itsConversation}) c
      join users r on r.id = g.receiver_id and not r.is_gone
      where not ${isBlockBetween(sql`g.sender_id`, sql`g.receiver_id`)}
        and not exists (select 1 from messages k
          where k.sender_id = g.sender_id and k.client_id = g.client_id)
        and not ${hasTooMuchUnanswered(sql`c.id`, sql`g.receiver_id`)}),
    message as (
      insert into messages (id, conversation_id, sender_id, receiver_id, subject, content,
        message_type, client_id, search)
      select id, conversation_id, sender_id, receiver_id, subject, content, 'general', client_id,
        message_doc(sender_id, receiver_id, subject || E'\n' || content)
      from wanted order by place
      returning id, conversation_id, sender_id, receiver_id, created_at),
    members as (
      insert into conversation_members as side (conversation_id, user_id, other_id, last_message_at,
        unread_count)
      select m.conversation_id, s.user_id, s.other_id, m.created_at, s.unread
      from message m cross join lateral (values
        (m.sender_id, m.receiver_id, 0), (m.receiver_id, m.sender_id, 1)) s (user_id, other_id, unread)
      on conflict (conversation_id, user_id) do update set
        last_message_at = excluded.last_message_at,
        unread_count = side.unread_count + excluded.unread_count,
        is_archived = side.is_archived and side.is_muted),
    moved as (
      update conversations c set last_message_id = m.id from message m where c.id = m.conversation_id),
    noticed as (
      insert into notices (kind, actor_id, message_id)
      select 'message', sender_id, id from message)
    select w.place::int as place, json_build_object('conversationId', m.conversation_id,
      'sender', ${personJson('s')}, 'receiver', ${personJson('r')},
      'createdAt', ${isoTime(sql`m.created_at`)}) as added
    from message m join wanted w on w.id = m.id
    join users s on s.id = m.sender_id join users r on r.id = m.receiver_id`,
)

/** A new message as its sender sees it. */
const newMessage = (
  { id, senderId, receiverId, subject, content, clientId }: NewMessage & { id: string },
  added: AddedRow['added'],
): Message => ({
  ...added,
  id,
  senderId,
  receiverId,
  subject: subject ?? '',
  content,
  messageType: 'general',
  budget: null,
  timeline: null,
  hasBrief: false,
  work: null,
  attachments: [],
  quote: null,
  declinedAt: null,
  isRead: false,
  readAt: null,
  clientId: clientId?.toLowerCase() ?? null,
})
