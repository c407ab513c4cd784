import { loginUrl } from '@plinth/contract/urls.ts'

/** Where a person is, as a path to come back to after signing in. On the server nobody is anywhere yet. */
export const currentPath = (): string =>
  typeof location === 'undefined' ? '/' : `${location.pathname}${location.search}`

export const loginHere = (): string => loginUrl(currentPath())

/** What a visitor's press on a members' button does. */
export const toSignIn = (): void => {
  location.href = loginHere()
}

export const portfolioPath = (id: string): string => `/portfolio/${id}`

/** Spread on a `Link`: opens a work in a dialog over this screen, under the work's own address. */
export const overScreen = (id: string) => ({
  to: '.' as const,
  search: <Search extends object>(previous: Search) => ({ ...previous, work: id }),
  mask: { to: '/portfolio/$id' as const, params: { id }, unmaskOnReload: true },
  resetScroll: false,
})

/** Spread on a `Link`: a person's page, for creators under their canonical address. */
export const toPerson = ({ id, isCreator }: { id: string; isCreator: boolean }) => ({
  to: isCreator ? ('/creator/$id' as const) : ('/profile/$id' as const),
  params: { id },
})

/** Spread on a `Link`: opens a new post over home or a profile. */
export const overPost = {
  to: '.' as const,
  search: <Search extends object>(previous: Search) => ({ ...previous, dialog: 'post' as const }),
  resetScroll: false,
}
