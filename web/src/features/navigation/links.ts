/** Spread on a `Link`: opens the upload dialog over the wall and keeps the wall's filters. */
export const toUpload = {
  to: '/',
  search: <Search extends object>(previous: Search) => ({ ...previous, dialog: 'upload' as const }),
  resetScroll: false,
} as const
