import { splitDeposit } from '@plinth/contract/money/split.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import { price } from '../../../lib/format/format.ts'

/** The two payments of a starting price, in words. */
export function halvesOf(dollars: number): { now: string; later: string } {
  const { deposit, remainder } = splitDeposit(dollarsToCents(dollars) ?? 0)
  return { now: price(deposit / 100), later: price(remainder / 100) }
}
