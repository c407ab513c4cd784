import { dayOf } from './ago.ts'

/** `6 Mar`, `6 Mar 2027`: a date without a time, the same in every time zone. */
export const dayWords = (day: string, now?: number): string => dayOf(`${day}T12:00`, now)

/** The local date this many days from now, as a date field writes it: `2027-03-06`. */
export function dayAhead(days: number, now: number = Date.now()): string {
  const then = new Date(now)
  const [year, month, day] = [then.getFullYear(), then.getMonth(), then.getDate() + days]
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** Whether it is a date that exists, as `2027-03-06`: not 31 June. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const then = new Date(value)
  return !Number.isNaN(then.getTime()) && then.toISOString().startsWith(value)
}
