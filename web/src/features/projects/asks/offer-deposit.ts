import { splitDeposit } from '@plinth/contract/money/money-split.ts'
import type { Offer } from '@plinth/contract/projects/projects.ts'
import { price } from '../../../lib/format/format.ts'

/** Half of an offer's price, as the server rounds it. */
export const depositOf = ({ price: asked }: Pick<Offer, 'price'>): string =>
  price(splitDeposit(Math.round((asked ?? 0) * 100)).deposit / 100)
