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
import { getProofRoom, listProofMarks } from '@plinth/contract/proofing/rooms.ts'
import {
  confirmPayment,
  getProject,
  listProjectFiles,
  listProjects,
} from '@plinth/contract/projects/project-calls.ts'
import { getProjectReviews } from '@plinth/contract/projects/reviews.ts'
import { makeListsOld } from '../features/notifications/notification-cache.ts'
import { dropPost, patchPost, withCounts } from '../features/posts/post-cache.ts'
import { withoutPending } from '../features/posts/post-api.ts'
import { patchFollowers } from '../features/profile/profile-cache.ts'
import { viewerQuery } from '../features/session/session-api.ts'
import { goToLogin } from '../features/session/unauthorized.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import { matches, readAgain, startAnew } from '../lib/cache/writes.ts'
import { startLive, useLive, type LiveMessage, whenVisible } from '../lib/live/live.ts'
import { setUnreadMessages, setUnread, unreadQuery } from '../lib/live/unread.ts'

/** Applies pushes from the server to what this tab shows. Renders nothing. */
export function LiveUpdates() {
  const client = useQueryClient()
  const viewerId = useViewer()?.id
  useEffect(startLive, [])
  useLive((message) => applyMessage(client, message, viewerId))
  return null
}

function applyMessage(
  client: QueryClient,
  message: LiveMessage,
  viewerId: string | undefined,
): void {
  switch (message.type) {
    case 'hello':
      setUnread(client, message.unread)
      setUnreadMessages(client, message.unreadMessages)
      // On the first connection, too: what happened since the page was made is pushed to nobody.
      void readMessagesAgain(client)
      whenVisible(() => void readAgain(client, [...ROOM, listProofMarks]))
      return
    case 'notifications':
      setUnread(client, message.unread)
      void makeListsOld(client)
      return
    case 'messages':
      setUnreadMessages(client, message.unread)
      void readMessagesAgain(client, message.conversationId)
      return
    case 'typing':
      // Only that thread shows it.
      return
    case 'post': {
      const { type: _type, id, ...counts } = message
      patchPost(client, id, () => withoutPending(id, withCounts(counts)))
      return
    }
    case 'comments':
      void readAgain(client, [
        { endpoint: listComments, params: { id: message.postId } },
        // The cache key of replies doesn't name the post.
        listReplies,
      ])
      return
    case 'post-gone':
      dropPost(client, message.id)
      // The post's own page loads it again and finds that it was deleted.
      void startAnew(client, { endpoint: getPost, params: { id: message.id } })
      return
    case 'media':
      void readAgain(client, [
        { endpoint: getMedia, params: { id: message.id } },
        { endpoint: getReceipt, params: { id: message.id } },
      ])
      // The viewer's own post is published as soon as its last file is ready.
      if (message.state !== 'processing')
        void readAgain(client, [...ONE_POST, { endpoint: listUserPosts, params: { id: viewerId } }])
      return
    case 'project':
      // Loading the room marks its notifications as read, so it waits until the tab is visible.
      whenVisible(
        () =>
          void readAgain(client, [
            listProjects,
            ...[...ROOM, ...REVIEWS_AND_PAYMENT].map((endpoint) => ({
              endpoint,
              params: { id: message.id },
            })),
          ]),
      )
      // The conversation shows whether a quote is still open.
      void readMessagesAgain(client)
      return
    case 'proof':
      void readAgain(
        client,
        [listProofMarks, getProofRoom].map((endpoint) => ({
          endpoint,
          params: { id: message.id },
        })),
      )
      return
    case 'billing':
      // Rights depend on the subscription.
      void readAgain(client, [...BILLING, viewerQuery])
      return
    case 'followers':
      if (viewerId !== undefined) patchFollowers(client, viewerId, message.followers)
      return
    case 'reconnected':
      // Beside what every `hello` reads.
      void readAgain(client, [...ONE_POST, listReplies])
      whenVisible(() => void readAgain(client, [listProjects, ...REVIEWS_AND_PAYMENT]))
      void makeListsOld(client)
      void readAgain(client, [unreadQuery])
      return
    case 'ended':
      goToLogin()
  }
}

/** Reloads one conversation, or all cached ones. */
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

/** A post's own page and its comments. Lists are left alone, because their items would move. */
const ONE_POST = [getPost, listComments]

/** A project's room, where two people work at the same time. */
const ROOM = [getProject, getProofRoom, listProjectFiles]
const REVIEWS_AND_PAYMENT = [getProjectReviews, confirmPayment]

const BILLING = [
  getSubscription,
  confirmSubscription,
  getPayoutAccount,
  confirmPayouts,
  getStatement,
]
