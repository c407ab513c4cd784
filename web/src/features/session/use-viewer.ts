import { useQuery } from '@tanstack/react-query'
import { viewerQuery, type Viewer } from './session-api.ts'

/** The signed-in person; null for a visitor, and while it is not known yet. */
export const useViewer = (): Viewer | null => useQuery(viewerQuery).data ?? null
