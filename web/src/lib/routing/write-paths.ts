/** Where a visitor comes back to after signing in: the same screen with the hire open. */
export const hirePath = (path: string, workId: string): string =>
  `${path}?${new URLSearchParams({ hire: workId }).toString()}`

/** Where a visitor comes back to after signing in: the same screen with the inquiry open. */
export const inquiryPath = (path: string, personId: string, workId: string): string =>
  `${path}?${new URLSearchParams({ inquire: personId, about: workId }).toString()}`
