/** Who is written to over a screen. */
export interface WriteSearch {
  /** The person that a business inquiry is for. */
  inquire?: string
  /** The work that it is about. */
  about?: string
  /** The person that a message is for. */
  message?: string
}

/** Takes what it understands of an address and leaves out the rest; never throws. */
export function readWriteSearch(raw: Record<string, unknown>): WriteSearch {
  const { inquire, about, message } = raw
  if (isName(inquire)) return isName(about) ? { inquire, about } : { inquire }
  return isName(message) ? { message } : {}
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A work's dialog gives way, and is there again when one goes back. */
interface UnderDialogs {
  work?: unknown
}
const writing = (search: WriteSearch) => ({
  to: '.' as const,
  search: <Search extends UnderDialogs>({ work: _work, ...under }: Search) => ({
    ...under,
    ...search,
  }),
  resetScroll: false,
})

/** Spread on a `Link`: opens a business inquiry over this screen, about a work or about none. */
export const overInquiry = (personId: string, workId?: string) =>
  writing(workId === undefined ? { inquire: personId } : { inquire: personId, about: workId })

/** Spread on a `Link`: opens a message to somebody over this screen. */
export const overMessage = (personId: string) => writing({ message: personId })

/** Where a visitor comes back to after signing in: the same screen with the inquiry open. */
export const inquiryPath = (path: string, personId: string, workId: string): string =>
  `${path}?${new URLSearchParams({ inquire: personId, about: workId }).toString()}`
