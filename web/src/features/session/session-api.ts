import { queryOptions } from '@tanstack/react-query'
import type { OwnUser } from '@plinth/contract/people/users.ts'

const FIVE_MINUTES = 5 * 60_000

export type Viewer = OwnUser

/**
 * The signed-in person, or null for a visitor. Every page brings the answer along, so the code that
 * asks for it is fetched only when that has grown old.
 */
export const viewerQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: async ({ signal }): Promise<Viewer | null> =>
    (await import('./fetch-viewer.ts')).fetchViewer(signal),
  staleTime: FIVE_MINUTES,
})
