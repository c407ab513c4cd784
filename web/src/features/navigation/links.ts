/** Opens the upload over the wall, whatever the wall is filtered by. */
export const toUpload = {
  to: '/',
  search: <Search extends object>(previous: Search) => ({ ...previous, dialog: 'upload' as const }),
  resetScroll: false,
} as const
