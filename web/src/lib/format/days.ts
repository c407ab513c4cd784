import { dayOf } from './ago.ts'

/** `6 Mar`, `6 Mar 2027` of a day without a clock time, wherever one is. */
export const dayWords = (day: string, now?: number): string => dayOf(`${day}T12:00`, now)

/** The day that it is here, so many days on, as a date field writes it: `2027-03-06`. */
export function dayAhead(days: number, now: number = Date.now()): string {
  const then = new Date(now)
  const [year, month, day] = [then.getFullYear(), then.getMonth(), then.getDate() + days]
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** Whether it is a day that there is: not the 31st of June. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const then = new Date(value)
  return !Number.isNaN(then.getTime()) && then.toISOString().startsWith(value)
}
