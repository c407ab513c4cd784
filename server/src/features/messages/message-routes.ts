import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { Held } from '@plinth/contract/http/held.ts'
import {
  getUnreadMessages,
  listMessages,
  readMessage,
  sendMessage,
  searchMessages,
  type Message,
} from '@plinth/contract/messages/messages.ts'
import { holdIfForMany, type Deliver } from '../../core/held/holding.ts'
import { SETTLED } from '../../core/media/media-rules.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError, notFound, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { findConversationsWithFile } from './conversation-queries.ts'
import { announceRead, registerConversations } from './conversation-routes.ts'
import { registerInquiries } from './inquiry-routes.ts'
import type { Quotes } from './inquiry-rules.ts'
import { findMessage, findOwnMessages, unreadMessagesOf } from './message-list-queries.ts'
import { readOne } from './message-read-queries.ts'
import { admitted, messageLimit, newMessageOf, type NewMessage } from './message-rules.ts'
import { createMessages } from './message-write-queries.ts'
import { findMessages, SEARCH_LIST } from './search-queries.ts'

const MEDIA_SETTLED = 'messages.media-settled'

interface Messages {
  /** Delivers a message that was held. */
  deliver: Deliver
  send: (message: NewMessage) => Promise<Message | Held>
}

export function registerMessages(context: Context, quotes: Quotes): Messages {
  const { mount, deps } = context
  const { db, reads, live } = deps
  const send = createSend(deps)

  mount.hot(listMessages, ({ who, query }) => findOwnMessages(deps, who, query))

  mount(sendMessage, ({ body, viewer }) => send(newMessageOf(viewer.id, body)), {
    config: { rateLimit: messageLimit },
  })

  mount(readMessage, async ({ params, viewer }) => {
    const read = await readOne(db, { userId: viewer.id, id: params.id })
    if (read === 'missing') throw notFound()
    if (read === 'sender') {
      throw new AppError(
        'auth.forbidden',
        'Only the person who received a message can mark it as read.',
      )
    }
    announceRead(live, viewer.id, read)
    return orNotFound(await findMessage(reads, { userId: viewer.id, id: params.id }))
  })

  mount.hot(getUnreadMessages, ({ who }) => reads.one(unreadMessagesOf(who, {}, {})))

  registerSearch(context)
  registerInquiries(context, quotes)
  registerConversations(context)
  registerJobs(deps)
  return { deliver: deliverHeld(deps), send }
}

/** Sends a message, or holds it if the same goes to many people. Throws the error that says why it is refused. */
function createSend(deps: Deps): Messages['send'] {
  const write = createMessages(deps)
  return async (message) => {
    const { senderId, receiverId, content, mediaIds, clientId } = message
    const held = await holdIfForMany(deps, {
      kind: 'message',
      authorId: senderId,
      targetId: receiverId,
      content,
      payload: message,
      mediaIds,
      clientId,
    })
    if (held !== null) return held
    const written = admitted(await write(message))
    if (written.isNew) deps.live.messagesMoved(written.conversationId, [senderId, receiverId])
    return written.message
  }
}

/** The limits of the day it was held are past, and staff want it sent. */
function deliverHeld(deps: Deps): Deliver {
  const write = createMessages({ ...deps, env: { ...deps.env, dailyLimits: false } })
  return async (payload, { id }) => {
    // Older versions held messages without a brief.
    const { briefId = null, ...rest } = payload as Omit<NewMessage, 'briefId'> & Partial<NewMessage>
    const message = { ...rest, briefId }
    const written = admitted(await write({ ...message, clientId: message.clientId ?? id }))
    if (written.isNew)
      deps.live.messagesMoved(written.conversationId, [message.senderId, message.receiverId])
  }
}

function registerSearch({ mount, deps: { db } }: Context): void {
  mount(searchMessages, ({ viewer, query: { search, cursor, limit = PAGE_SIZE } }) =>
    findMessages(db, {
      viewerId: viewer.id,
      search,
      limit,
      after: decodeTimeCursor(cursor, SEARCH_LIST),
    }),
  )
}

function registerJobs({ db, jobs, live }: Deps): void {
  // Published in the transaction that finished processing the file. Pushes its conversations to their two people.
  jobs.work<{ mediaId: string }>(
    MEDIA_SETTLED,
    async ({ mediaId }) => {
      for (const { id, userIds } of await findConversationsWithFile(db, mediaId)) {
        live.messagesMoved(id, userIds)
      }
    },
    { concurrency: 2, retries: 5, on: SETTLED },
  )
}
