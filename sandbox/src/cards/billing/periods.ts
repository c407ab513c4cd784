import type { Recurring } from '../kinds.ts'

const DAY = 24 * 60 * 60

/** The end of the period number `count` after the anchor: a month later is the same day, or the month's last. */
export function periodEnd(
  anchor: number,
  { interval, interval_count: every }: Recurring,
  count: number,
): number {
  const steps = count * every
  if (interval === 'day') return anchor + steps * DAY
  if (interval === 'week') return anchor + steps * 7 * DAY
  const start = new Date(anchor * 1_000)
  const months = start.getUTCMonth() + steps * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const time = anchor % DAY
  const day = Math.min(start.getUTCDate(), lastDay)
  return Date.UTC(start.getUTCFullYear(), months, day) / 1_000 + time
}

/** Counted from the anchor each time, so that the 31st comes back after February. */
export function nextPeriod(anchor: number, recurring: Recurring, from: number): number {
  let count = 1
  while (periodEnd(anchor, recurring, count) <= from) count++
  return periodEnd(anchor, recurring, count)
}
