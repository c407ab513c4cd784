import { parsePrice } from '../../../lib/format/price.ts'
import { halfOf as halfOfCents, splitDeposit } from '@plinth/contract/money/split.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import type { Offer } from '@plinth/contract/projects/projects.ts'
import { price } from '../../../lib/format/format.ts'

/** A division of what is held, in dollars that add up to it. */
export interface Split {
  toClient: number
  toCreator: number
}

/** Divides what is held by the client's part, to the cent. Null if the part is larger than the sum. */
export function splitOf(held: number, toClient: number): Split | null {
  const [all, part] = [dollarsToCents(held), dollarsToCents(toClient)]
  if (all === null || part === null || part > all) return null
  return { toClient: part / 100, toCreator: (all - part) / 100 }
}

/** The division by the client's part as typed; null if that is no valid part. */
export function readSplit(held: number, typed: string): Split | null {
  const sum = parsePrice(typed)
  return sum === null || sum === undefined ? null : splitOf(held, sum)
}

/** The client's half of a held sum, in dollars. An odd cent goes to the client. */
export const halfOf = (held: number): number => halfOfCents(Math.round(held * 100)) / 100

/** Formats a sum for a field: `80`, `80.50`. */
export const typedSum = (sum: number): string =>
  Number.isInteger(sum) ? String(sum) : sum.toFixed(2)

/** The deposit of an offer, rounded like on the server. */
export const depositOf = ({ price: asked }: Pick<Offer, 'price'>): string =>
  price(splitDeposit(Math.round((asked ?? 0) * 100)).deposit / 100)
