import type { QueryClient } from '@tanstack/react-query'
import { listUserPosts } from '@plinth/contract/posts/posts.ts'
import { pagesOf } from '../../lib/cache/pages.ts'

/** The list that the member's own page reads, too. */
export const ownPostsQuery = (client: QueryClient, id: string) =>
  pagesOf(client, listUserPosts, { params: { id } })
