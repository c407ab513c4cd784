/** What stands in the search field, and what of it has gone to the address. */
export interface SearchText {
  text: string
  /** The address's own words. */
  q: string
  /** Sent by this field and not yet seen in the address. */
  sent: readonly string[]
}

export const searchTextOf = (q: string): SearchText => ({ text: q, q, sent: [] })

export const typed = (state: SearchText, text: string): SearchText => ({ ...state, text })

/** What the address shows, or will as soon as it has caught up. */
export const goingTo = (state: SearchText): string => state.sent.at(-1) ?? state.q

export const sending = (state: SearchText, q: string): SearchText =>
  q === goingTo(state) ? state : { ...state, sent: [...state.sent, q] }

/** The address changed. Its echo of what was sent never overwrites what was typed since. */
export function addressed(state: SearchText, q: string): SearchText {
  const echo = state.sent.lastIndexOf(q)
  return echo === -1 ? { text: q, q, sent: [] } : { ...state, q, sent: state.sent.slice(echo + 1) }
}
