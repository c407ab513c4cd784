import { parsePrice } from '../../../lib/format/price.ts'
import { halfOf as halfOfCents, splitDeposit } from '@plinth/contract/money/split.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import type { Offer } from '@plinth/contract/projects/projects.ts'
import { price } from '../../../lib/format/format.ts'

/** How a sum that is held is divided, in dollars that add up to it. */
export interface Split {
  toClient: number
  toCreator: number
}

/** The other part of what is held, to the cent. Null for a part that is more than all of it. */
export function splitOf(held: number, toClient: number): Split | null {
  const [all, part] = [dollarsToCents(held), dollarsToCents(toClient)]
  if (all === null || part === null || part > all) return null
  return { toClient: part / 100, toCreator: (all - part) / 100 }
}

/** What was typed as the client's part: null when it is no part of what is held. */
export function readSplit(held: number, typed: string): Split | null {
  const sum = parsePrice(typed)
  return sum === null || sum === undefined ? null : splitOf(held, sum)
}

/** Half of what is held, in dollars: the client's, with the odd cent. */
export const halfOf = (held: number): number => halfOfCents(Math.round(held * 100)) / 100

/** A sum as a field holds it: `80`, `80.50`. */
export const typedSum = (sum: number): string =>
  Number.isInteger(sum) ? String(sum) : sum.toFixed(2)

/** Half of an offer's price, as the server rounds it. */
export const depositOf = ({ price: asked }: Pick<Offer, 'price'>): string =>
  price(splitDeposit(Math.round((asked ?? 0) * 100)).deposit / 100)
