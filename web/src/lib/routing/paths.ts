import { loginUrl } from '@plinth/contract/http/urls.ts'

/** Where a person is, as a path to come back to after signing in. On the server nobody is anywhere yet. */
export const currentPath = (): string =>
  typeof location === 'undefined' ? '/' : `${location.pathname}${location.search}`

export const loginUrlHere = (): string => loginUrl(currentPath())

/** What a visitor's press on a members' button does. */
export const goToSignIn = (): void => {
  location.href = loginUrlHere()
}

export const portfolioPath = (id: string): string => `/portfolio/${id}`

/** Spread on a `Link`: a person's page, for creators under their canonical address. */
export const toPerson = ({ id, isCreator }: { id: string; isCreator: boolean }) => ({
  to: isCreator ? ('/creator/$id' as const) : ('/profile/$id' as const),
  params: { id },
})
