import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listConversations } from '@plinth/contract/messages/conversations.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { getMedia } from '@plinth/contract/media/media.ts'
import { getPost, listUserPosts } from '@plinth/contract/posts/posts.ts'
import { getProfile, type Profile } from '@plinth/contract/people/users.ts'
import { makeListsOld } from '../features/notifications/notification-cache.ts'
import { commentsRoot } from '../features/posts/comments/comment-cache.ts'
import { dropPost, patchPost, withCounts } from '../features/posts/post-cache.ts'
import { withoutPending } from '../features/posts/post-toggles.ts'
import { viewerQuery } from '../features/session/session-api.ts'
import { goToLogin } from '../features/session/unauthorized.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import { pathOf } from '../lib/entity-cache.ts'
import { startLive, useLive, type LiveNotice } from '../lib/live/live.ts'
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

function takeIn(client: QueryClient, notice: LiveNotice, viewerId: string | undefined): void {
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
      void readAgain(client, (path) => isSaidUnder(path, notice.postId))
      return
    case 'post-gone':
      dropPost(client, notice.id)
      // On its own page it is asked for once more, and the answer says that it is gone.
      void client.resetQueries({ queryKey: [postPath(notice.id)], exact: true })
      return
    case 'media':
      void readAgain(client, (path) => path.startsWith(mediaPath(notice.id)))
      // A post of one's own hangs as soon as its last file is ready.
      if (notice.state !== 'processing') void readAgain(client, (path) => isPostOf(path, viewerId))
      return
    case 'project':
      // A room that is read reads what was told of it, which takes somebody who looks.
      whenVisible(() => void readAgain(client, (path) => isOfProjects(path, notice.id)))
      // A quote says in its conversation whether it still stands.
      void readMessagesAgain(client)
      return
    case 'billing':
      void readAgain(client, isOfBilling)
      // Rights come and go with the subscription.
      void client.invalidateQueries({ queryKey: viewerQuery.queryKey })
      return
    case 'followers':
      if (viewerId !== undefined) patchFollowers(client, viewerId, notice.followers)
      return
    case 'reconnected':
      void readAgain(client, (path) => ONE_POST.test(path) || path.startsWith(REPLIES))
      whenVisible(() => void readAgain(client, (path) => path.startsWith(PROJECTS)))
      void makeListsOld(client)
      void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
      return
    case 'ended':
      goToLogin()
  }
}

/** One conversation, or all that is known of them; before any has been on show there is nothing to read. */
async function readMessagesAgain(client: QueryClient, conversationId?: string): Promise<void> {
  const conversations = client.getQueryCache().findAll({
    predicate: ({ queryKey }) => pathOf(queryKey).startsWith(listConversations.path),
  })
  if (conversations.length === 0) return
  const { conversationMoved, readAllAgain } =
    await import('../features/messages/conversations/conversation-live.ts')
  await (conversationId === undefined
    ? readAllAgain(client)
    : conversationMoved(client, conversationId))
}

/** A post on its own page and what is said under it, but no list: a list would move. */
const ONE_POST = /^\/api\/posts\/[\da-f]{8}-[\da-f-]{27}(?:[/?]|$)/
/** Which post a reply stands under its address does not say. */
const REPLIES = '/api/comments/'

const PROJECTS = '/api/projects'
/** Its room, what belongs to that, and the lists. */
const isOfProjects = (path: string, id: string) =>
  path === PROJECTS || path.startsWith(`${PROJECTS}?`) || path.startsWith(`${PROJECTS}/${id}`)

const BILLING = ['/api/subscription', '/api/payouts', '/api/statement']
const isOfBilling = (path: string) => BILLING.some((start) => path.startsWith(start))

const postPath = (id: string) => endpointUrl(getPost, { params: { id } })
const mediaPath = (id: string) => endpointUrl(getMedia, { params: { id } })
const isSaidUnder = (path: string, postId: string) =>
  path.startsWith(commentsRoot(postId)) || path.startsWith(REPLIES)

const isPostOf = (path: string, viewerId: string | undefined) =>
  ONE_POST.test(path) || path.startsWith(endpointUrl(listUserPosts, { params: { id: viewerId } }))

/** What is on show is asked for at once, the rest when it is next opened. */
const readAgain = (client: QueryClient, isIt: (path: string) => boolean): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => isIt(pathOf(queryKey)) })

function patchFollowers(client: QueryClient, viewerId: string, followers: number): void {
  const key = [endpointUrl(getProfile, { params: { id: viewerId } })]
  client.setQueryData<Profile>(key, (profile) => profile && { ...profile, followers })
}
