import type { Period } from '../../lib/routing/billing-search.ts'
import { statementTexts as texts } from './billing-texts.ts'

const two = (value: number) => String(value).padStart(2, '0')
const day = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The most common periods. Days are in UTC, like those of the statement. */
export function periods(now: number): readonly { label: string; period: Period }[] {
  const then = new Date(now)
  const [year, month] = [then.getUTCFullYear(), then.getUTCMonth()]
  const first = `${year}-${two(month + 1)}-01`
  return [
    { label: texts.all, period: {} },
    { label: texts.month, period: { from: first, to: day(now) } },
    {
      label: texts.lastMonth,
      period: { from: day(Date.UTC(year, month - 1, 1)), to: day(Date.UTC(year, month, 0)) },
    },
    { label: texts.year, period: { from: `${year}-01-01`, to: day(now) } },
  ]
}

export const isSamePeriod = (one: Period, other: Period): boolean =>
  one.from === other.from && one.to === other.to

/** Whether it ends before it begins. */
export const isReversed = ({ from, to }: Period): boolean =>
  from !== undefined && to !== undefined && to < from
