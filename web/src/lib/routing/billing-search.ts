export interface Period {
  /** The first day, and the last. */
  from?: string
  to?: string
}

/** What of the statement lives in its address. */
export interface StatementSearch extends Period {
  /** How one comes back from naming a bank account. */
  payouts?: 'done' | 'again'
}

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** Takes what it understands of an address and leaves out the rest; never throws. Whether there is such a day the screen looks. */
export function readStatementSearch(raw: Record<string, unknown>): StatementSearch {
  const { from, to, payouts } = raw
  return {
    ...(isDate(from) ? { from } : {}),
    ...(isDate(to) ? { to } : {}),
    ...(payouts === 'done' || payouts === 'again' ? { payouts } : {}),
  }
}

/** How one comes back from the card provider's page. */
export interface PaymentSearch {
  checkout?: 'done' | 'cancelled'
  /** The promotion that was paid for. */
  promotion?: string
}

/** Takes what it understands of an address and leaves out the rest; never throws. */
export const readPaymentSearch = ({
  checkout,
  promotion,
}: Record<string, unknown>): PaymentSearch => ({
  ...(checkout === 'done' || checkout === 'cancelled' ? { checkout } : {}),
  ...(typeof promotion === 'string' ? { promotion } : {}),
})
