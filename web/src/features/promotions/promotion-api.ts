import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getPost } from '@plinth/contract/posts/posts.ts'
import { listPromotions, type Promotion } from '@plinth/contract/posts/promotions.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { call } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'

/** The last promotion of one of the viewer's posts; null when there was none. */
export function lastPromotionQuery(postId: string) {
  const query = { postId, limit: 1 }
  return queryOptions({
    queryKey: queryKey(listPromotions, { query }),
    queryFn: async ({ signal }): Promise<Promotion | null> =>
      (await call(listPromotions, { query, signal }))[0] ?? null,
    // An admin may have decided in the meantime.
    staleTime: 0,
  })
}

/** Reads promotions again and, if a post is given, its page as well, which shows the promotion's state. */
export const refreshPromotions = (client: QueryClient, postId?: string | null): Promise<void> =>
  readAgain(client, [
    listPromotions,
    ...(postId ? [{ endpoint: getPost, params: { id: postId } }] : []),
  ])
