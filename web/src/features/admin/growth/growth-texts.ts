import type { GrowthPeriod, GrowthStep } from '@plinth/contract/moderation/growth.ts'
import { dayWords } from '../../../lib/format/days.ts'

const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `6 Mar`; `6 Mar to 12 Mar` for a week, `Mar 2026` for a month. */
export const periodName = (by: GrowthStep, { from, to }: Pick<GrowthPeriod, 'from' | 'to'>) => {
  if (by === 'month') return month.format(new Date(from))
  return by === 'day' ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`
}

export const growthTexts = {
  title: 'Growth',
  loading: 'Loading the growth',
  failed: 'We couldn’t load the growth.',
  empty: {
    title: 'Counting',
    line: 'Plinth counts every ten minutes, and for the first time now. The figures appear here.',
  },
  by: 'By',
  steps: { day: 'By day', week: 'By week', month: 'By month' } satisfies Record<GrowthStep, string>,
  joined: 'New members',
  revenue: 'Revenue',
  says: (from: string, to: string, least: string, most: string) =>
    `From ${from} to ${to}, between ${least} and ${most}.`,
  last: (name: string, value: string) => `${name}, ${value}`,
  running: 'so far',
  period: { day: 'Day', week: 'Week', month: 'Month' } satisfies Record<GrowthStep, string>,
  people: 'Members',
  money: 'Money',
  counted: (time: string) =>
    `Counted ${time}, every ten minutes. Days are in UTC, and weeks begin on Monday.`,
} as const

type Column = readonly [column: keyof GrowthPeriod, label: string]

export const PEOPLE_COLUMNS: readonly Column[] = [
  ['joined', 'Joined'],
  ['deleted', 'Deleted'],
  ['members', 'Members'],
  ['subscribed', 'New subscribers'],
  ['works', 'Works'],
  ['posts', 'Posts'],
  ['hires', 'Hires'],
]
export const MONEY_COLUMNS: readonly Column[] = [
  ['revenue', 'Revenue'],
  ['cardFees', 'Card fees'],
  ['projectPayments', 'Paid for projects'],
  ['paidOut', 'Paid to creators'],
  ['refunded', 'Refunded'],
]
