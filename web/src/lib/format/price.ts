import { MAX_PRICE_CENTS } from '@plinth/contract/limits.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'

/**
 * Reads a typed price. Returns dollars, null for an empty field (on inquiry), or undefined for anything else that is not
 * a sum of dollars and cents. Commas may group thousands: `1,250.50`.
 */
export function parsePrice(text: string): number | null | undefined {
  const typed = text.trim().replace(/^\$\s*/, '')
  if (typed === '') return null
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(typed)) return undefined
  const dollars = Number(typed.replaceAll(',', ''))
  const cents = dollarsToCents(dollars)
  return cents === null || cents > MAX_PRICE_CENTS ? undefined : dollars
}
