import { loginUrl } from '@plinth/contract/urls.ts'
import type { HomeSearch } from './home-search.ts'

/** Where a person is, as a path to come back to after signing in. */
export const currentPath = (): string => `${location.pathname}${location.search}`

export const loginHere = (): string => loginUrl(currentPath())

export const portfolioPath = (id: string): string => `/portfolio/${id}`

/** Spread on a `Link`: opens a work in a dialog over the wall, under the work's own address. */
export const overWall = (id: string) => ({
  to: '/' as const,
  search: (previous: HomeSearch): HomeSearch => ({ ...previous, work: id }),
  mask: { to: '/portfolio/$id' as const, params: { id }, unmaskOnReload: true },
  resetScroll: false,
})
