import { useQuery } from '@tanstack/react-query'
import { viewerQuery, type Viewer } from './session-api.ts'

/** Who looks: null for a visitor, and while that is not known yet. */
export const useViewer = (): Viewer | null => useQuery(viewerQuery).data ?? null
