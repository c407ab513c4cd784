import { queryOptions, type QueryClient } from '@tanstack/react-query'
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
} from '@plinth/contract/posts/posts.ts'
import { getTag } from '@plinth/contract/posts/tags.ts'
import { call } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { pagesOf, type PagesSource } from '../../lib/cache/pages.ts'
import { viewSource, makeReporter } from '../../lib/media/views.ts'

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
  call(viewPost, { params: { id }, body: { source: viewSource() } }),
)
