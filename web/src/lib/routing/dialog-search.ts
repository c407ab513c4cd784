import { isHirable } from '../format/hirable.ts'
import type { DialogName } from './home-search.ts'

/** Who is written to, or hired, over a screen. */
export interface WriteSearch {
  /** The work whose creator is hired. */
  hire?: string
  /** The person that a business inquiry is for. */
  inquire?: string
  /** The work that it is about. */
  about?: string
  /** The person that a message is for. */
  message?: string
}

/** Takes what it understands of an address and leaves out the rest; never throws. */
export function readWriteSearch(raw: Record<string, unknown>): WriteSearch {
  const { hire, inquire, about, message } = raw
  if (isName(hire)) return { hire }
  if (isName(inquire)) return isName(about) ? { inquire, about } : { inquire }
  return isName(message) ? { message } : {}
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A work's dialog gives way, and is there again when one goes back; so does another one of these. */
interface UnderDialogs extends WriteSearch {
  work?: unknown
}
const writing = (search: WriteSearch) => ({
  to: '.' as const,
  search: <Search extends UnderDialogs>(before: Search) => {
    const { work: _work, hire: _hire, inquire: _inquire, about: _about, ...under } = before
    return { ...under, ...search }
  },
  resetScroll: false,
})

/** Spread on a `Link`: opens a business inquiry over this screen, about a work or about none. */
export const inquiryDialog = (personId: string, workId?: string) =>
  writing(workId === undefined ? { inquire: personId } : { inquire: personId, about: workId })

/** Spread on a `Link`: opens the hire of a work's creator over this screen. */
export const hireDialog = (workId: string) => writing({ hire: workId })

interface Asked {
  id: string
  creatorId: string
  startingPrice: number | null
}

/** Spread on a `Link`: the way to a work's creator, which is a hire where there is a price that a card can pay. */
export const askDialog = ({ id, creatorId, startingPrice }: Asked) =>
  isHirable(startingPrice) ? hireDialog(id) : inquiryDialog(creatorId, id)

/** Spread on a `Link`: opens a message to somebody over this screen. */
export const messageDialog = (personId: string) => writing({ message: personId })

/** Where a visitor comes back to after signing in: the same screen with the hire open. */
export const hirePath = (path: string, workId: string): string =>
  `${path}?${new URLSearchParams({ hire: workId }).toString()}`

/** Where a visitor comes back to after signing in: the same screen with the inquiry open. */
export const inquiryPath = (path: string, personId: string, workId: string): string =>
  `${path}?${new URLSearchParams({ inquire: personId, about: workId }).toString()}`

/** Spread on a `Link`: opens a work in a dialog over this screen, under the work's own address. */
export const workDialog = (id: string) => ({
  to: '.' as const,
  search: <Search extends object>(previous: Search) => ({ ...previous, work: id }),
  mask: { to: '/portfolio/$id' as const, params: { id }, unmaskOnReload: true },
  resetScroll: false,
})

/** The dialog of a new post, which stands over any members' screen. */
export const readPostDialog = ({ dialog }: Record<string, unknown>): { dialog?: DialogName } =>
  dialog === 'post' ? { dialog } : {}

/** Spread on a `Link`: opens a new post over this screen. */
export const postDialog = {
  to: '.' as const,
  search: <Search extends object>(previous: Search) => ({ ...previous, dialog: 'post' as const }),
  resetScroll: false,
}

/** The file whose receipt is open over a screen. */
export interface ReceiptSearch {
  receipt?: string
}

export const readReceiptSearch = ({ receipt }: Record<string, unknown>): ReceiptSearch =>
  typeof receipt === 'string' && receipt !== '' ? { receipt } : {}

/** Spread on a `Link`: says over this screen what happened to a file of one's own. */
export const receiptDialog = (mediaId: string) => ({
  to: '.' as const,
  search: <Search extends object>(previous: Search) => ({ ...previous, receipt: mediaId }),
  resetScroll: false,
})
