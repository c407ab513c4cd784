import { queryOptions } from '@tanstack/react-query'
import { getViewer } from '@plinth/contract/session.ts'
import type { OwnUser } from '@plinth/contract/users.ts'
import { call, isUnauthorized } from '../../lib/api.ts'

const FIVE_MINUTES = 5 * 60_000

export type Viewer = OwnUser

/** The signed-in person, or null for a visitor. */
export const viewerQuery = queryOptions({
  queryKey: [getViewer.path],
  queryFn: async ({ signal }): Promise<Viewer | null> => {
    try {
      return await call(getViewer, { signal })
    } catch (error) {
      if (isUnauthorized(error)) return null
      throw error
    }
  },
  staleTime: FIVE_MINUTES,
})
