import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  confirmPayouts,
  confirmSubscription,
  getPayoutAccount,
  getStatement,
  getSubscription,
} from '@plinth/contract/money/billing.ts'
import { listComments, listReplies } from '@plinth/contract/posts/comments.ts'
import {
  getConversation,
  listConversationMessages,
  listConversations,
} from '@plinth/contract/messages/conversations.ts'
import { getMedia, getReceipt } from '@plinth/contract/media/media.ts'
import { getPost, listUserPosts } from '@plinth/contract/posts/posts.ts'
import {
  confirmPayment,
  getProject,
  listProjectFiles,
  listProjects,
} from '@plinth/contract/projects/project-calls.ts'
import { getProjectReviews } from '@plinth/contract/projects/reviews.ts'
import { makeListsOld } from '../features/notifications/notification-cache.ts'
import { dropPost, patchPost, withCounts } from '../features/posts/post-cache.ts'
import { withoutPending } from '../features/posts/post-toggles.ts'
import { patchFollowers } from '../features/profile/profile-cache.ts'
import { viewerQuery } from '../features/session/session-api.ts'
import { goToLogin } from '../features/session/unauthorized.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import { readAgain, startAnew, matches } from '../lib/cache/writes.ts'
import { startLive, useLive, type LiveMessage } from '../lib/live/live.ts'
import { setUnreadMessages } from '../lib/live/unread-messages.ts'
import { setUnread, unreadQuery } from '../lib/live/unread.ts'
import { whenVisible } from '../lib/live/when-visible.ts'

/** What the server pushes goes to what this tab has on show. Draws nothing. */
export function LiveUpdates() {
  const client = useQueryClient()
  const viewerId = useViewer()?.id
  useEffect(startLive, [])
  useLive((notice) => takeIn(client, notice, viewerId))
  return null
}

function takeIn(client: QueryClient, notice: LiveMessage, viewerId: string | undefined): void {
  switch (notice.type) {
    case 'hello':
      setUnread(client, notice.unread)
      setUnreadMessages(client, notice.unreadMessages)
      // Also before the first: what came between the page and the connection is told by nobody.
      void readMessagesAgain(client)
      return
    case 'notifications':
      setUnread(client, notice.unread)
      void makeListsOld(client)
      return
    case 'messages':
      setUnreadMessages(client, notice.unread)
      void readMessagesAgain(client, notice.conversationId)
      return
    case 'typing':
      // Only the thread that it is about has something to show.
      return
    case 'post': {
      const { type: _type, id, ...counts } = notice
      patchPost(client, id, () => withoutPending(id, withCounts(counts)))
      return
    }
    case 'comments':
      void readAgain(client, [
        { endpoint: listComments, params: { id: notice.postId } },
        // Which post a reply was written under its key does not say.
        listReplies,
      ])
      return
    case 'post-gone':
      dropPost(client, notice.id)
      // On its own page it is asked for once more, and the answer says that it is gone.
      void startAnew(client, { endpoint: getPost, params: { id: notice.id } })
      return
    case 'media':
      void readAgain(client, [
        { endpoint: getMedia, params: { id: notice.id } },
        { endpoint: getReceipt, params: { id: notice.id } },
      ])
      // A post of one's own hangs as soon as its last file is ready.
      if (notice.state !== 'processing')
        void readAgain(client, [...ONE_POST, { endpoint: listUserPosts, params: { id: viewerId } }])
      return
    case 'project':
      // A room that is read reads what was told of it, which takes somebody who looks.
      whenVisible(
        () =>
          void readAgain(client, [
            listProjects,
            ...OF_ONE_PROJECT.map((endpoint) => ({ endpoint, params: { id: notice.id } })),
          ]),
      )
      // A quote says in its conversation whether it still stands.
      void readMessagesAgain(client)
      return
    case 'billing':
      // Rights come and go with the subscription.
      void readAgain(client, [...BILLING, viewerQuery])
      return
    case 'followers':
      if (viewerId !== undefined) patchFollowers(client, viewerId, notice.followers)
      return
    case 'reconnected':
      void readAgain(client, [...ONE_POST, listReplies])
      whenVisible(() => void readAgain(client, [listProjects, ...OF_ONE_PROJECT]))
      void makeListsOld(client)
      void readAgain(client, [unreadQuery])
      return
    case 'ended':
      goToLogin()
  }
}

/** One conversation, or all that is known of them; before any has been on show there is nothing to read. */
async function readMessagesAgain(client: QueryClient, conversationId?: string): Promise<void> {
  const conversations = client.getQueryCache().findAll({
    predicate: ({ queryKey }) => matches(queryKey, CONVERSATIONS),
  })
  if (conversations.length === 0) return
  const { refreshConversation, refreshConversations } =
    await import('../features/messages/conversations/live.ts')
  await (conversationId === undefined
    ? refreshConversations(client)
    : refreshConversation(client, conversationId))
}

const CONVERSATIONS = [listConversations, getConversation, listConversationMessages]

/** A post on its own page and what is said under it, but no list: a list would move. */
const ONE_POST = [getPost, listComments]

/** A project's room and what belongs to that. */
const OF_ONE_PROJECT = [getProject, listProjectFiles, getProjectReviews, confirmPayment]

const BILLING = [
  getSubscription,
  confirmSubscription,
  getPayoutAccount,
  confirmPayouts,
  getStatement,
]
