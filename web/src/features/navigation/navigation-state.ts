import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { MAX_UNREAD_COUNT } from '@plinth/contract/limits.ts'
import { badgeText, unreadQuery, unreadMessagesQuery } from '../../lib/live/unread.ts'
import { readHomeSearch } from '../../lib/routing/home-search.ts'
import type { Viewer } from '../session/session-api.ts'
import { useViewer } from '../session/use-viewer.ts'
import { texts } from './navigation-texts.ts'

/** Unread notifications; 0 while that is not known, and for visitors. */
export function useUnread(): number {
  const isMember = useViewer() !== null
  return useQuery({ ...unreadQuery, enabled: isMember }).data?.count ?? 0
}

/** Unread conversations; 0 while that is not known, and for visitors. */
export function useUnreadMessages(): number {
  const isMember = useViewer() !== null
  return useQuery({ ...unreadMessagesQuery, enabled: isMember }).data?.count ?? 0
}

const countText = (unread: number): string =>
  unread < MAX_UNREAD_COUNT ? String(unread) : texts.moreThan(MAX_UNREAD_COUNT - 1)

/** The name of the notifications tab for screen readers. */
export const tabName = (unread: number): string => texts.unread(countText(unread))

/** The name of the link to the messages. */
export const messagesName = (unread: number): string =>
  unread === 0 ? texts.messages : texts.unreadMessages(countText(unread))

/** The beginning of the document's title: `(3) `. */
export const titleBadge = (unread: number): string =>
  unread === 0 ? '' : `(${badgeText(unread)}) `

export type MainTab = 'for-you' | 'portfolios' | 'profile' | 'notifications'

/** The tab that a screen belongs to. Works, tags and other people's pages belong to none. */
export function tabOf(
  path: string,
  search: Record<string, unknown>,
  viewer: Pick<Viewer, 'id' | 'handle'> | null,
): MainTab | null {
  if (path === '/') return readHomeSearch(search).view ?? 'portfolios'
  if (path === '/for-you') return 'for-you'
  if (viewer === null) return null
  const { id, handle } = viewer
  const own = [`/profile/${id}`, `/creator/${id}`, `/@${handle}`]
  return own.includes(path) ? 'profile' : null
}

export function useCurrentTab(): MainTab | null {
  const viewer = useViewer()
  return useLocation({ select: ({ pathname, search }) => tabOf(pathname, search, viewer) })
}
