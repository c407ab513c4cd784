import type { DialogName } from './home-search.ts'

/** Spread on a `Link`: opens a work in a dialog over this screen, under the work's own address. */
export const overScreen = (id: string) => ({
  to: '.' as const,
  search: <Search extends object>(previous: Search) => ({ ...previous, work: id }),
  mask: { to: '/portfolio/$id' as const, params: { id }, unmaskOnReload: true },
  resetScroll: false,
})

/** The dialog of a new post, which stands over any members' screen. */
export const readPostDialog = ({ dialog }: Record<string, unknown>): { dialog?: DialogName } =>
  dialog === 'post' ? { dialog } : {}

/** Spread on a `Link`: opens a new post over this screen. */
export const overPost = {
  to: '.' as const,
  search: <Search extends object>(previous: Search) => ({ ...previous, dialog: 'post' as const }),
  resetScroll: false,
}
