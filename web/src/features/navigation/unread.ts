import { useQuery } from '@tanstack/react-query'
import { MAX_UNREAD_COUNT } from '@plinth/contract/limits.ts'
import { badgeText, unreadQuery } from '../../lib/unread.ts'
import { useViewer } from '../session/use-viewer.ts'
import { texts } from './navigation-texts.ts'

/** 0 while it is not known, and for visitors. */
export function useUnread(): number {
  const isMember = useViewer() !== null
  return useQuery({ ...unreadQuery, enabled: isMember }).data?.count ?? 0
}

/** What a screen reader says of the tab. */
export function tabName(unread: number): string {
  const isExact = unread < MAX_UNREAD_COUNT
  return texts.unread(isExact ? String(unread) : texts.moreThan(MAX_UNREAD_COUNT - 1))
}

/** Before what the window's tab says: `(3) `. */
export const titleBadge = (unread: number): string =>
  unread === 0 ? '' : `(${badgeText(unread)}) `
