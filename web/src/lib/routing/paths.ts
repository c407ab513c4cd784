import { loginUrl } from '@plinth/contract/http/urls.ts'

/** The current path with its query, to return to after signing in; `/` on the server. */
export const currentPath = (): string =>
  typeof location === 'undefined' ? '/' : `${location.pathname}${location.search}`

export const loginUrlHere = (): string => loginUrl(currentPath())

/** Sends a visitor who pressed a members' button to sign-in. */
export const goToSignIn = (): void => {
  location.href = loginUrlHere()
}

export const portfolioPath = (id: string): string => `/portfolio/${id}`

/** Spread on a `Link`: leads to a person's page, for creators at their canonical address. */
export const toPerson = ({ id, isCreator }: { id: string; isCreator: boolean }) => ({
  to: isCreator ? ('/creator/$id' as const) : ('/profile/$id' as const),
  params: { id },
})
