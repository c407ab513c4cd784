import type { EmailLink } from '../template/email.ts'

export interface Card {
  brand: string
  last4: string
}
export interface Bank {
  name: string | null
  last4: string
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$140.00`, for slips. */
export const sum = (cents: number): string => dollars.format(cents / 100)
/** `$140`, or `$140.50`, for sentences. */
export const amount = (cents: number): string => sum(cents).replace(/\.00$/, '')

/** `UTC`, or `Lisbon time` for `Europe/Lisbon`. */
const zoneName = (timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time`

function zoneOf(timeZone: string | null): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timeZone ?? 'UTC' }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** `Sunday 29 November 2026`; of a day without a time, such as a date of delivery. */
export const day = (date: Date | string, timeZone: string | null = null): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: typeof date === 'string' ? 'UTC' : zoneOf(timeZone),
  })
    .format(typeof date === 'string' ? new Date(`${date}T00:00:00Z`) : date)
    .replaceAll(',', '')

/** `Sunday 29 November, 17:00 Lisbon time`; a deadline is never far enough away to need its year. */
export const deadline = (date: Date, timeZone: string | null): string =>
  time(date, timeZone).replace(/ \d{4},/, ',')

/** `Sunday 29 November 2026, 17:00 Lisbon time`. */
export function time(date: Date, timeZone: string | null): string {
  const zone = zoneOf(timeZone)
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(date)
  return `${day(date, zone)}, ${clock} ${zoneName(zone)}`
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
  discover: 'Discover',
}
/** `Visa ending 4242`, or `your card`. */
export const cardName = (card: Card | null): string =>
  card === null ? 'your card' : `${BRANDS[card.brand] ?? 'card'} ending ${card.last4}`
/** `your bank account (First Bank, ending 6789)`. */
export const bankName = (bank: Bank | null): string =>
  bank === null
    ? 'your bank account'
    : `your bank account (${bank.name === null ? '' : `${bank.name}, `}ending ${bank.last4})`

/** How long banks take to show a refund. */
export const REFUND_TIME = 'Most banks show it within 5 to 10 business days.'
export const ALWAYS_SENT = 'Emails about money and deliveries are always sent.'

/** The last line of each email about money. */
export const receiptLink = (publicUrl: string): EmailLink => ({
  label: 'See all your receipts, and download them as PDF',
  url: `${publicUrl}/statement`,
})
