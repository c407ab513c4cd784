import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { getPost } from '@plinth/contract/posts/posts.ts'
import { listPromotions, type Promotion } from '@plinth/contract/posts/promotions.ts'
import { call } from '../../lib/api/api.ts'
import { pathOf } from '../../lib/entity-cache.ts'

/** The last promotion of a post of the viewer's; null when there was none. */
export const lastPromotionQuery = (postId: string) =>
  queryOptions({
    queryKey: [endpointUrl(listPromotions, { query: { postId, limit: 1 } })],
    queryFn: async ({ signal }): Promise<Promotion | null> =>
      (await call(listPromotions, { query: { postId, limit: 1 }, signal }))[0] ?? null,
    // An admin may have decided since.
    staleTime: 0,
  })

/** Of a post, when it is named, its page too, which says how its promotion stands. */
export const makePromotionsOld = (client: QueryClient, postId?: string | null): Promise<void> => {
  const page = postId && endpointUrl(getPost, { params: { id: postId } })
  return client.invalidateQueries({
    predicate: ({ queryKey }) => {
      const path = pathOf(queryKey)
      return path === page || path.startsWith(listPromotions.path)
    },
  })
}
