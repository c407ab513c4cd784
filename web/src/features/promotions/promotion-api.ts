import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getPost } from '@plinth/contract/posts/posts.ts'
import { listPromotions, type Promotion } from '@plinth/contract/posts/promotions.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { call } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'

/** The last promotion of a post of the viewer's; null when there was none. */
export function lastPromotionQuery(postId: string) {
  const query = { postId, limit: 1 }
  return queryOptions({
    queryKey: queryKey(listPromotions, { query }),
    queryFn: async ({ signal }): Promise<Promotion | null> =>
      (await call(listPromotions, { query, signal }))[0] ?? null,
    // An admin may have decided since.
    staleTime: 0,
  })
}

/** Of a post, when it is named, its page too, which says how its promotion stands. */
export const makePromotionsOld = (client: QueryClient, postId?: string | null): Promise<void> =>
  readAgain(client, [
    listPromotions,
    ...(postId ? [{ endpoint: getPost, params: { id: postId } }] : []),
  ])
