/** The file whose receipt is open over a screen. */
export interface ReceiptSearch {
  receipt?: string
}

export const readReceiptSearch = ({ receipt }: Record<string, unknown>): ReceiptSearch =>
  typeof receipt === 'string' && receipt !== '' ? { receipt } : {}

/** Spread on a `Link`: says over this screen what happened to a file of one's own. */
export const overReceipt = (mediaId: string) => ({
  to: '.' as const,
  search: <Search extends object>(previous: Search) => ({ ...previous, receipt: mediaId }),
  resetScroll: false,
})
