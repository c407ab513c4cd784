import { useLocation } from '@tanstack/react-router'
import { readHomeSearch } from '../../lib/routing/home-search.ts'
import { useViewer } from '../session/use-viewer.ts'

export type MainTab = 'for-you' | 'portfolios' | 'profile' | 'notifications'

/** The tab that a screen belongs to. Works, tags and other people's pages belong to none. */
export function tabOf(
  path: string,
  search: Record<string, unknown>,
  viewerId: string | undefined,
): MainTab | null {
  if (path === '/') return readHomeSearch(search).view ?? 'portfolios'
  if (path === '/for-you') return 'for-you'
  const isOwn = path === `/profile/${viewerId}` || path === `/creator/${viewerId}`
  return isOwn ? 'profile' : null
}

export function useCurrentTab(): MainTab | null {
  const viewerId = useViewer()?.id
  return useLocation({ select: ({ pathname, search }) => tabOf(pathname, search, viewerId) })
}
