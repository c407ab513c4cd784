import { loginUrl } from '@plinth/contract/http/urls.ts'

/** The current path with its query, to return to after signing in; `/` on the server. */
export const currentPath = (): string =>
  typeof location === 'undefined' ? '/' : `${location.pathname}${location.search}`

export const loginUrlHere = (): string => loginUrl(currentPath())

export const portfolioPath = (id: string): string => `/portfolio/${id}`

export const SEARCH_PATH = '/search'

interface Linked {
  id: string
  /** Deleted people have none. */
  handle?: string | null
  isCreator: boolean
}

/** A creator's page. */
export const personPath = ({ id, handle }: { id: string; handle: string | null }): string =>
  handle === null ? `/creator/${id}` : `/@${handle}`

/** Spread on a `Link`: leads to a person's page at its canonical address. */
export const toPerson = ({ id, handle, isCreator }: Linked) =>
  typeof handle !== 'string'
    ? {
        to: isCreator ? ('/creator/$id' as const) : ('/profile/$id' as const),
        params: { id } as { id: string; handle?: never },
      }
    : { to: '/@{$handle}' as const, params: { handle } as { handle: string; id?: never } }
