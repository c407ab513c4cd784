import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import { invalidField } from '../../http/errors.ts'

/** Cents, or 400 for parts of a cent. */
export function centsOf(dollars: number | null): number | null {
  if (dollars === null) return null
  const cents = dollarsToCents(dollars)
  if (cents !== null) return cents
  throw invalidField('startingPrice', 'Enter a price with at most two decimals.')
}
