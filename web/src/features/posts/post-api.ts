import { queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { PostSort } from '@plinth/contract/choices.ts'
import {
  getPost,
  listExplorePosts,
  listFollowedPosts,
  listForYou,
  listLikedPosts,
  listSavedPosts,
  listTagPosts,
  listUserPosts,
  viewPost,
  type Post,
  likePost,
  savePost,
} from '@plinth/contract/posts/posts.ts'
import { getTag } from '@plinth/contract/posts/tags.ts'
import { useEffect } from 'react'
import { call } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { pagesOf, type PagesSource } from '../../lib/cache/pages.ts'
import { viewSource, makeReporter } from '../../lib/media/views.ts'
import { withLike, withSave } from '../../lib/cache/toggle-queue.ts'
import { onTabMessage, notifyTabs } from '../../lib/routing/tabs.ts'
import { isPending, useToggle } from '../../lib/cache/use-toggle.ts'
import { showFailure } from '../../ui/feedback/toast.ts'
import { patchPost, refreshAfterPost, withCounts } from './post-cache.ts'
import { texts } from './posts-texts.ts'

/** How long a feed stays fresh, from the specification; older ones are fetched again when they are next opened. */
const LIFETIME = { staleTime: 2 * 60_000 }

export type PostsSource = PagesSource<Post>

export const forYouQuery = (client: QueryClient) => pagesOf(client, listForYou, {}, LIFETIME)

interface ExploreFilter {
  categoryId: number | undefined
  sort: PostSort
}

export function exploreQuery(client: QueryClient, { categoryId, sort }: ExploreFilter) {
  const query = { categoryId, sort: sort === 'popular' ? undefined : sort }
  return pagesOf(client, listExplorePosts, { query }, LIFETIME)
}

/** Posts by people the viewer follows, newest first. */
export const followedQuery = (client: QueryClient) =>
  pagesOf(client, listFollowedPosts, {}, LIFETIME)

export const userPostsQuery = (client: QueryClient, id: string) =>
  pagesOf(client, listUserPosts, { params: { id } }, LIFETIME)

export const likedPostsQuery = (client: QueryClient) =>
  pagesOf(client, listLikedPosts, {}, LIFETIME)

export const savedPostsQuery = (client: QueryClient) =>
  pagesOf(client, listSavedPosts, {}, LIFETIME)

export const tagPostsQuery = (client: QueryClient, tag: string) =>
  pagesOf(client, listTagPosts, { params: { tag } }, LIFETIME)

/** How many works and posts have a tag, and its related tags. */
export const tagQuery = (tag: string) =>
  queryOptions({ ...answerOf(getTag, { params: { tag } }), ...LIFETIME })

/** One post. Links to private files expire after some minutes, so it stays fresh no longer than a list. */
export const postQuery = (id: string) =>
  queryOptions({ ...answerOf(getPost, { params: { id } }), ...LIFETIME })

export const reportPostView = makeReporter((id) =>
  call(viewPost, { params: { id }, body: { source: viewSource() } }),
)

const LIKE = 'post-like'
const SAVE = 'post-save'

/** A change from another tab, without the fields that this tab is changing itself. */
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

const listening = new WeakSet<QueryClient>()

/** Starts once to show changes from other tabs, as soon as something here can like or save. */
function listenToTabs(client: QueryClient): void {
  if (listening.has(client)) return
  listening.add(client)
  onTabMessage((message) => {
    if (message.type === 'post') {
      const { id, patch } = message
      patchPost(client, id, () => withoutPending(id, patch))
    }
  })
}

function usePosts(): QueryClient {
  const client = useQueryClient()
  useEffect(() => listenToTabs(client), [client])
  return client
}

/** Applies a change here and in the other tabs. */
function settle(client: QueryClient, id: string, patch: Partial<Post>): void {
  patchPost(client, id, () => patch)
  notifyTabs({ type: 'post', id, patch })
}

export function useLikePost(
  onDone?: () => void,
): (id: string, now: boolean, wanted: boolean) => void {
  const client = usePosts()
  return useToggle({
    name: LIKE,
    send: (id, liked) => call(likePost, { params: { id }, body: { liked } }),
    stateOf: ({ liked }) => liked,
    show: (id, liked) => patchPost(client, id, (post) => withLike(post, liked)),
    settle: (id, { liked, likeCount }) => {
      settle(client, id, { isLiked: liked, ...withCounts({ likeCount }) })
      onDone?.()
      void refreshAfterPost(client, { type: 'like', id })
    },
    fail: (again) => showFailure(texts.likes.likeFailed, again),
  })
}

export function useSavePost(
  onDone?: (saved: boolean) => void,
): (id: string, now: boolean, wanted: boolean) => void {
  const client = usePosts()
  return useToggle({
    name: SAVE,
    send: (id, saved) => call(savePost, { params: { id }, body: { saved } }),
    stateOf: ({ saved }) => saved,
    show: (id, saved) => patchPost(client, id, (post) => withSave(post, saved)),
    settle: (id, { saved, saveCount }) => {
      settle(client, id, { isSaved: saved, saveCount })
      onDone?.(saved)
      void refreshAfterPost(client, { type: 'save', id })
    },
    fail: (again) => showFailure(texts.likes.saveFailed, again),
  })
}
