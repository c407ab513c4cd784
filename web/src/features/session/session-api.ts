import { queryOptions } from '@tanstack/react-query'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import type { getViewer } from '@plinth/contract/people/session.ts'
import type { OwnUser } from '@plinth/contract/people/users.ts'

/** Repeated here, so that the first load does not contain this part of the contract. */
const VIEWER: Pick<typeof getViewer, 'method' | 'path'> = { method: 'GET', path: '/api/auth/user' }
const FIVE_MINUTES = 5 * 60_000

export type Viewer = OwnUser

/**
 * The signed-in person, or null for a visitor. Every page contains the answer, so the code that fetches it is loaded
 * only when that is stale.
 */
export const viewerQuery = queryOptions({
  queryKey: queryKey(VIEWER),
  queryFn: async ({ signal }): Promise<Viewer | null> =>
    (await import('./viewer.ts')).fetchViewer(signal),
  staleTime: FIVE_MINUTES,
})
