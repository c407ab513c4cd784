import { useLocation } from '@tanstack/react-router'
import { overPost } from '../../lib/over-dialogs.ts'

/** Opens the upload over the wall, whatever the wall is filtered by. */
export const overUpload = {
  to: '/',
  search: <Search extends object>(previous: Search) => ({ ...previous, dialog: 'upload' as const }),
  resetScroll: false,
} as const

const postOverHome = { ...overPost, to: '/' as const, search: { dialog: 'post' as const } }

/** Home and profiles draw the dialog of a new post. */
const KEEPS_DIALOG = /^\/($|(profile|creator)\/)/

/** Spread on a `Link`: opens a new post over this screen, or over home where it cannot stand here. */
export function useOverPost() {
  const stays = useLocation({ select: ({ pathname }) => KEEPS_DIALOG.test(pathname) })
  return stays ? overPost : postOverHome
}
