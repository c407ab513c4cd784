import { DEPOSIT_PERCENT, MAX_PRICE_CENTS } from '@plinth/contract/limits.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'

/** The two halves of a price in cents. The deposit is rounded half up to the cent. */
export function splitDeposit(cents: number): { deposit: number; remainder: number } {
  const deposit = Math.floor((cents * DEPOSIT_PERCENT + 50) / 100)
  return { deposit, remainder: cents - deposit }
}

/**
 * What was typed as a price: dollars, null for an empty field (on inquiry), undefined for what is
 * no sum of dollars and cents. A comma groups thousands: `1,250.50`.
 */
export function parsePrice(text: string): number | null | undefined {
  const typed = text.trim().replace(/^\$\s*/, '')
  if (typed === '') return null
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(typed)) return undefined
  const dollars = Number(typed.replaceAll(',', ''))
  const cents = dollarsToCents(dollars)
  return cents === null || cents > MAX_PRICE_CENTS ? undefined : dollars
}
