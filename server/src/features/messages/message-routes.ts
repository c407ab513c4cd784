import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  getUnreadMessages,
  listMessages,
  readMessage,
  sendMessage,
  searchMessages,
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

/** Returns how a message that was held is delivered. */
export function registerMessages(context: Context, quotes: Quotes): Deliver {
  const { mount, deps } = context
  const { db, reads, live } = deps
  const write = createMessages(deps)

  mount.hot(listMessages, ({ who, query }) => findOwnMessages(deps, who, query))

  mount(
    sendMessage,
    async ({ body, viewer }) => {
      const message = newMessageOf(viewer.id, body)
      const held = await holdIfForMany(deps, {
        kind: 'message',
        authorId: viewer.id,
        targetId: message.receiverId,
        content: message.content,
        payload: message,
        mediaIds: message.mediaIds,
        clientId: message.clientId,
      })
      if (held !== null) return held
      const written = admitted(await write(message))
      if (written.isNew) live.messagesMoved(written.conversationId, [viewer.id, message.receiverId])
      return written.message
    },
    { config: { rateLimit: messageLimit } },
  )

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
  return deliverHeld(deps)
}

/** The limits of the day it was held are past, and staff want it sent. */
function deliverHeld(deps: Deps): Deliver {
  const write = createMessages({ ...deps, env: { ...deps.env, dailyLimits: false } })
  return async (payload, { id }) => {
    const message = payload as NewMessage
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
