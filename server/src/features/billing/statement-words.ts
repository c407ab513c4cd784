import type { StatementKind } from '@plinth/contract/money/billing.ts'
import type { MoneyLine, Period } from './statement-queries.ts'

/** How movements are called on paper. */
export const KIND_NAMES: Record<StatementKind, string> = {
  deposit: 'Deposit',
  remainder: 'Balance',
  subscription: 'Subscription',
  promotion: 'Promotion',
  refund: 'Refund',
  refund_returned: 'Refund returned by the bank',
  earning: 'Earned',
  card_fee: 'Card fee',
  payout: 'Paid out',
  payout_returned: 'Payout returned',
  chargeback: 'Chargeback',
  chargeback_returned: 'Chargeback returned',
}

/** In and out of one movement; one of the two is empty. */
export const inAndOut = (
  { direction, cents }: MoneyLine,
  write: (cents: number) => string,
): [into: string, out: string] => (direction === 'in' ? [write(cents), ''] : ['', write(cents)])

export const periodText = ({ from, to }: Period): string =>
  from === undefined && to === undefined
    ? 'all time'
    : `${from ?? 'the beginning'} to ${to ?? 'today'}`

export const fileName = ({ from, to }: Period, extension: string): string =>
  ['plinth-statement', from && `from-${from}`, to && `to-${to}`].filter(Boolean).join('-') +
  `.${extension}`
