export interface Period {
  /** The first day, and the last. */
  from?: string
  to?: string
}

/** The billing statement's parameters in the address. */
export interface StatementSearch extends Period {
  /** How the person returned from connecting a bank account. */
  payouts?: 'done' | 'again'
}

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** Reads the valid parameters and ignores the rest; never throws. The screen checks whether the days exist. */
export function readStatementSearch(raw: Record<string, unknown>): StatementSearch {
  const { from, to, payouts } = raw
  return {
    ...(isDate(from) ? { from } : {}),
    ...(isDate(to) ? { to } : {}),
    ...(payouts === 'done' || payouts === 'again' ? { payouts } : {}),
  }
}
