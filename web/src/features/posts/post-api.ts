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
import { lookSource } from '../../lib/media/look-source.ts'
import { makeReporter } from '../../lib/media/report-once.ts'
import { withLike, withSave } from '../../lib/cache/kept-counts.ts'
import { onTabs, tellTabs } from '../../lib/routing/tabs.ts'
import { isPending, useToggle } from '../../lib/cache/use-toggle.ts'
import { sayFailed } from '../../ui/feedback/say-failed.ts'
import { patchPost, refreshAfterPost, withCounts } from './post-cache.ts'
import { texts } from './posts-texts.ts'

/** The specification's lifetime of a feed: older ones are asked for again when they are next opened. */
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

/** Of the people the viewer follows, newest first. */
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

/** How much carries a tag, and what stands beside it. */
export const tagQuery = (tag: string) =>
  queryOptions({ ...answerOf(getTag, { params: { tag } }), ...LIFETIME })

/** One post. The links to private files open for some minutes, so it lives no longer than a list. */
export const postQuery = (id: string) =>
  queryOptions({ ...answerOf(getPost, { params: { id } }), ...LIFETIME })

export const reportPostView = makeReporter((id) =>
  call(viewPost, { params: { id }, body: { source: lookSource() } }),
)

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
  onTabs((message) => {
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
  tellTabs({ type: 'post', id, patch })
}

export function useLikePost(): (id: string, now: boolean, wanted: boolean) => void {
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

export function useSavePost(): (id: string, now: boolean, wanted: boolean) => void {
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
