import { useQuery, useQueryClient } from '@tanstack/react-query'
import { viewerQuery, type Viewer } from './session-api.ts'

/** On the server nothing changes while a page is drawn, and observing the query in every card would cost a sixth. */
const useDrawnViewer = (): Viewer | null =>
  useQueryClient().getQueryData(viewerQuery.queryKey) ?? null

const useCurrentViewer = (): Viewer | null => useQuery(viewerQuery).data ?? null

/** The signed-in person; null for a visitor, and while it is not known yet. */
export const useViewer = import.meta.env.SSR ? useDrawnViewer : useCurrentViewer
