import {
  getConversation,
  listConversationMessages,
  listConversations,
  readConversation,
  typeInConversation,
  updateConversation,
  type Conversation,
} from '@plinth/contract/messages/conversations.ts'
import { countUnreadMessages } from '../../db/unread-sql.ts'
import type { Context, Deps } from '../../deps.ts'
import { notFound, orNotFound } from '../../http/errors.ts'
import type { Live } from '../../live/live.ts'
import {
  findBox,
  findConversation,
  findOther,
  setMembership,
  type Membership,
} from './conversation-queries.ts'
import { findThread } from './message-list-queries.ts'
import { readUpTo, type Read } from './message-read-queries.ts'

export function registerConversations({ mount, deps }: Context): void {
  const { db, live } = deps

  mount.hot(listConversations, ({ who, query }) => findBox(deps, who, query))

  mount(getConversation, ({ params, viewer }) =>
    readOwn(deps, { userId: viewer.id, conversationId: params.id }),
  )

  mount.hot(listConversationMessages, ({ who, params, query }) =>
    findThread(deps, who, params.id, query),
  )

  mount(readConversation, async ({ params, body, viewer }) => {
    const read = orNotFound(
      await readUpTo(db, {
        userId: viewer.id,
        conversationId: params.id,
        upTo: body.upTo,
      }),
    )
    announceRead(live, viewer.id, read)
    const counts = await countUnreadMessages(db, [viewer.id])
    return { count: counts.get(viewer.id) ?? 0 }
  })

  mount(updateConversation, async ({ params, body, viewer }) => {
    const own = { userId: viewer.id, conversationId: params.id }
    if (!(await setMembership(db, own, body))) throw notFound()
    live.messagesMoved(params.id, [viewer.id])
    return readOwn(deps, own)
  })

  mount(typeInConversation, async ({ params, viewer }) => {
    const other = orNotFound(await findOther(db, { userId: viewer.id, conversationId: params.id }))
    if (other.isListening) live.typing(params.id, other.otherId)
    return null
  })
}

async function readOwn(deps: Pick<Deps, 'reads'>, own: Membership): Promise<Conversation> {
  return orNotFound(await findConversation(deps, own))
}

/** Pushes to both people, after the commit, that one of them has read something. */
export function announceRead(live: Live, userId: string, read: Read): void {
  const { conversationId, otherId, count, hasNotifications } = read
  if (count > 0) live.messagesMoved(conversationId, [userId, otherId])
  if (hasNotifications) live.notificationsMoved([userId])
}
