import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  getUnreadMessages,
  listMessages,
  readMessage,
  sendMessage,
  type Message,
} from '@plinth/contract/messages/messages.ts'
import type { Database } from '../../db/pool.ts'
import { countUnreadMessages } from '../../db/unread-sql.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { registerConversations } from './conversation-routes.ts'
import { registerInquiries } from './inquiry-routes.ts'
import type { Quotes } from './inquiry-rules.ts'
import { registerMessageJobs } from './message-jobs.ts'
import { findMessage, listOwnMessages } from './message-list-queries.ts'
import { readOne } from './message-read-queries.ts'
import { admitted, messageLimit, newMessageOf } from './message-rules.ts'
import { tellRead } from './message-telling.ts'
import { insertMessage } from './message-write-queries.ts'
import { registerMessageSearch } from './search-routes.ts'

export function registerMessages(context: Context, quotes: Quotes): void {
  const { mount, deps } = context
  const { db, live } = deps

  mount(listMessages, ({ query, viewer }) => {
    const { cursor, limit = PAGE_SIZE } = query
    const after = decodeTimeCursor(cursor, 'messages')
    return listOwnMessages(db, { userId: viewer.id, limit, after })
  })

  mount(
    sendMessage,
    async ({ body, viewer }) => {
      const message = newMessageOf(viewer.id, body)
      const { id, conversationId, isNew } = admitted(await insertMessage(db, message))
      if (isNew) live.messagesMoved(conversationId, [viewer.id, message.receiverId])
      return readOwn(db, viewer.id, id)
    },
    { config: { rateLimit: messageLimit } },
  )

  mount(readMessage, async ({ params, viewer }) => {
    const read = await readOne(db, { userId: viewer.id, id: params.id })
    if (read === 'missing') throw notFound()
    if (read === 'sender') {
      throw new AppError('auth.forbidden', 'Only who received a message can mark it as read.')
    }
    tellRead(live, viewer.id, read)
    return readOwn(db, viewer.id, params.id)
  })

  mount(getUnreadMessages, async ({ viewer }) => {
    const counts = await countUnreadMessages(db, [viewer.id])
    return { count: counts.get(viewer.id) ?? 0 }
  })

  registerMessageSearch(context)
  registerInquiries(context, quotes)
  registerConversations(context)
  registerMessageJobs(deps)
}

async function readOwn(db: Database, userId: string, id: string): Promise<Message> {
  const message = await findMessage(db, { userId, id })
  if (message === null) throw notFound()
  return message
}
