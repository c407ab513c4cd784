import { isHirable } from '../format/hirable.ts'
import type { DialogName } from './home-search.ts'

/** The dialog open in the address to hire or write to somebody. */
export interface WriteSearch {
  /** The work whose creator is hired. */
  hire?: string
  /** The receiver of a business inquiry. */
  inquire?: string
  /** The work that the inquiry is about. */
  about?: string
  /** The receiver of a message. */
  message?: string
}

/** Reads the valid parameters and ignores the rest; never throws. At most one dialog is open. */
export function readWriteSearch(raw: Record<string, unknown>): WriteSearch {
  const { hire, inquire, about, message } = raw
  if (isName(hire)) return { hire }
  if (isName(inquire)) return isName(about) ? { inquire, about } : { inquire }
  return isName(message) ? { message } : {}
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Until the scripts are there, a page from the server keeps a press on such a link for them. Otherwise the browser
 * would open the whole page again.
 */
export const OPENS_DIALOG = { 'aria-haspopup': 'dialog' } as const

/** These dialogs replace a work's dialog, and each other. Going back brings the earlier one back. */
interface UnderDialogs extends WriteSearch {
  work?: unknown
}
const openDialog = (search: WriteSearch) => ({
  ...OPENS_DIALOG,
  to: '.' as const,
  search: <Search extends UnderDialogs>(before: Search) => {
    const { work: _work, hire: _hire, inquire: _inquire, about: _about, ...under } = before
    return { ...under, ...search }
  },
  resetScroll: false,
})

/** Spread on a `Link`: opens a business inquiry on this screen, about a work or about none. */
export const inquiryDialog = (personId: string, workId?: string) =>
  openDialog(workId === undefined ? { inquire: personId } : { inquire: personId, about: workId })

/** Spread on a `Link`: opens the dialog to hire a work's creator on this screen. */
export const hireDialog = (workId: string) => openDialog({ hire: workId })

interface AskedWork {
  id: string
  creatorId: string
  startingPrice: number | null
}

/** Spread on a `Link`: opens the hire dialog for a work with a price that a card can pay, or else an inquiry. */
export const askDialog = ({ id, creatorId, startingPrice }: AskedWork) =>
  isHirable(startingPrice) ? hireDialog(id) : inquiryDialog(creatorId, id)

/** Spread on a `Link`: opens a message to somebody on this screen. */
export const messageDialog = (personId: string) => openDialog({ message: personId })

/** Where a visitor returns after signing in: the same screen with the hire dialog open. */
export const hirePath = (path: string, workId: string): string =>
  `${path}?${new URLSearchParams({ hire: workId }).toString()}`

/** Where a visitor returns after signing in: the same screen with the inquiry open. */
export const inquiryPath = (path: string, personId: string, workId?: string): string =>
  `${path}?${new URLSearchParams({
    inquire: personId,
    ...(workId === undefined ? {} : { about: workId }),
  }).toString()}`

/** Spread on a `Link`: opens a work in a dialog on this screen, while the address bar shows the work's own address. */
export const workDialog = (id: string) => ({
  to: '.' as const,
  search: <Search extends object>(previous: Search) => ({ ...previous, work: id }),
  mask: { to: '/portfolio/$id' as const, params: { id }, unmaskOnReload: true },
  resetScroll: false,
})

/** Spread on a `Link`: opens a work in a dialog, or its page if it is a case study. */
export const toWork = ({ id, hasCaseStudy }: { id: string; hasCaseStudy: boolean }) =>
  hasCaseStudy ? { to: '/portfolio/$id' as const, params: { id } } : workDialog(id)

/** Reads whether the dialog of a new post is open, which any members' screen can show. */
export const readPostDialog = ({ dialog }: Record<string, unknown>): { dialog?: DialogName } =>
  dialog === 'post' ? { dialog } : {}

/** Spread on a `Link`: opens the dialog of a new post on this screen. */
export const postDialog = {
  to: '.' as const,
  search: <Search extends object>(previous: Search) => ({ ...previous, dialog: 'post' as const }),
  resetScroll: false,
}

/** The file whose receipt is open in a dialog. */
export interface ReceiptSearch {
  receipt?: string
}

export const readReceiptSearch = ({ receipt }: Record<string, unknown>): ReceiptSearch =>
  typeof receipt === 'string' && receipt !== '' ? { receipt } : {}

/** Spread on a `Link`: opens the receipt of an own file on this screen. */
export const receiptDialog = (mediaId: string) => ({
  to: '.' as const,
  search: <Search extends object>(previous: Search) => ({ ...previous, receipt: mediaId }),
  resetScroll: false,
})
