import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { PostSort } from '@plinth/contract/choices.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
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
  type ForYouPost,
  type Post,
} from '@plinth/contract/posts/posts.ts'
import { getTag } from '@plinth/contract/posts/tags.ts'
import { call, callPage, type Page } from '../../lib/api/api.ts'
import { pagesOf, type PagesSource } from '../../lib/pages-of.ts'
import { lookSource } from '../../lib/media/look-source.ts'
import { makeReporter } from '../../lib/media/report-once.ts'

/** The specification's lifetime of a feed: older ones are asked for again when they are next opened. */
const LIFETIME = { staleTime: 2 * 60_000 }

export type PostsSource = PagesSource<Post>
type PageQuery = { limit: number; cursor: string | undefined }
interface ListEndpoint {
  path: string
}

/** A list of posts under its address; `read` asks for one page of it. */
function postsOf<P extends Post>(
  client: QueryClient,
  endpoint: ListEndpoint,
  input: { params?: object; query?: object },
  read: (query: PageQuery, signal: AbortSignal) => Promise<Page<P>>,
) {
  const query = { ...input.query, limit: PAGE_SIZE }
  const url = endpointUrl(endpoint, { params: input.params, query })
  return pagesOf<P>(client, url, ({ signal, ...paging }) => read(paging, signal), LIFETIME)
}

export const forYouQuery = (client: QueryClient) =>
  postsOf<ForYouPost>(client, listForYou, {}, (query, signal) =>
    callPage(listForYou, { query, signal }),
  )

interface ExploreFilter {
  categoryId: number | undefined
  sort: PostSort
}

export function exploreQuery(client: QueryClient, { categoryId, sort }: ExploreFilter) {
  const filter = { categoryId, sort: sort === 'popular' ? undefined : sort }
  return postsOf<Post>(client, listExplorePosts, { query: filter }, (paging, signal) =>
    callPage(listExplorePosts, { query: { ...filter, ...paging }, signal }),
  )
}

/** Of the people the viewer follows, newest first. */
export const followedQuery = (client: QueryClient) =>
  postsOf<Post>(client, listFollowedPosts, {}, (query, signal) =>
    callPage(listFollowedPosts, { query, signal }),
  )

export function userPostsQuery(client: QueryClient, userId: string) {
  const params = { id: userId }
  return postsOf<Post>(client, listUserPosts, { params }, (query, signal) =>
    callPage(listUserPosts, { params, query, signal }),
  )
}

export const likedPostsQuery = (client: QueryClient) =>
  postsOf<Post>(client, listLikedPosts, {}, (query, signal) =>
    callPage(listLikedPosts, { query, signal }),
  )

export const savedPostsQuery = (client: QueryClient) =>
  postsOf<Post>(client, listSavedPosts, {}, (query, signal) =>
    callPage(listSavedPosts, { query, signal }),
  )

export function tagPostsQuery(client: QueryClient, tag: string) {
  const params = { tag }
  return postsOf<Post>(client, listTagPosts, { params }, (query, signal) =>
    callPage(listTagPosts, { params, query, signal }),
  )
}

/** How much carries a tag, and what stands beside it. */
export const tagQuery = (tag: string) =>
  queryOptions({
    queryKey: [endpointUrl(getTag, { params: { tag } })],
    queryFn: ({ signal }) => call(getTag, { params: { tag }, signal }),
    ...LIFETIME,
  })

/** One post. The links to private files open for some minutes, so it lives no longer than a list. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: [endpointUrl(getPost, { params: { id } })],
    queryFn: ({ signal }) => call(getPost, { params: { id }, signal }),
    ...LIFETIME,
  })

export const reportPostView = makeReporter((id) =>
  call(viewPost, { params: { id }, body: { source: lookSource() } }),
)
