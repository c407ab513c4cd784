import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { likePost, savePost, type Post } from '@plinth/contract/posts/posts.ts'
import { call } from '../../lib/api/api.ts'
import { withLike, withSave } from '../../lib/cache/toggle-queue.ts'
import { onTabMessage, notifyTabs } from '../../lib/routing/tabs.ts'
import { isPending, useToggle } from '../../lib/cache/use-toggle.ts'
import { sayFailed } from '../../ui/feedback/say-failed.ts'
import { patchPost, refreshAfterPost, withCounts } from './post-cache.ts'
import { texts } from './posts-texts.ts'

const LIKE = 'post-like'
const SAVE = 'post-save'

/** What of another tab's news may show here: not what this tab is just changing itself. */
export function withoutPending(id: string, patch: Partial<Post>): Partial<Post> {
  const { isLiked, likes, likeCount, isSaved, saveCount, ...others } = patch
  const liked = { isLiked, likes, likeCount }
  const saved = { isSaved, saveCount }
  return defined({
    ...others,
    ...(isPending(LIKE, id) ? {} : liked),
    ...(isPending(SAVE, id) ? {} : saved),
  })
}

const defined = (patch: object): Partial<Post> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))

const hearing = new WeakSet<QueryClient>()

/** Once for the life of the page: whoever can like here also shows what was liked in another tab. */
function hearTabs(client: QueryClient): void {
  if (hearing.has(client)) return
  hearing.add(client)
  onTabMessage((message) => {
    if (message.type === 'post') {
      const { id, patch } = message
      patchPost(client, id, () => withoutPending(id, patch))
    }
  })
}

function usePosts(): QueryClient {
  const client = useQueryClient()
  useEffect(() => hearTabs(client), [client])
  return client
}

/** Here and in the other tabs. */
function settle(client: QueryClient, id: string, patch: Partial<Post>): void {
  patchPost(client, id, () => patch)
  notifyTabs({ type: 'post', id, patch })
}

export function useLikePost(): (id: string, now: boolean, wish: boolean) => void {
  const client = usePosts()
  return useToggle({
    name: LIKE,
    send: (id, liked) => call(likePost, { params: { id }, body: { liked } }),
    stateOf: ({ liked }) => liked,
    show: (id, liked) => patchPost(client, id, (post) => withLike(post, liked)),
    settle: (id, { liked, likeCount }) => {
      settle(client, id, { isLiked: liked, ...withCounts({ likeCount }) })
      void refreshAfterPost(client, { type: 'like', id })
    },
    fail: (again) => sayFailed(texts.likes.likeFailed, again),
  })
}

export function useSavePost(): (id: string, now: boolean, wish: boolean) => void {
  const client = usePosts()
  return useToggle({
    name: SAVE,
    send: (id, saved) => call(savePost, { params: { id }, body: { saved } }),
    stateOf: ({ saved }) => saved,
    show: (id, saved) => patchPost(client, id, (post) => withSave(post, saved)),
    settle: (id, { saved, saveCount }) => {
      settle(client, id, { isSaved: saved, saveCount })
      void refreshAfterPost(client, { type: 'save', id })
    },
    fail: (again) => sayFailed(texts.likes.saveFailed, again),
  })
}
