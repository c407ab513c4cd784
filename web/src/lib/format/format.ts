import { count, oneDecimal, price } from '@plinth/contract/numbers.ts'
import type { Rating } from '@plinth/contract/projects/rating.ts'

export { count, price }

/** `From $450`, or `On inquiry` for a work without a price. */
export const fromPrice = (sum: number | null): string =>
  sum === null ? 'On inquiry' : `From ${price(sum)}`

/** `1 work`, `1,284 works`, `22.5k views`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim()

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** `12 Jan 2026`. */
export const date = (time: string | Date): string => day.format(new Date(time))
/** `12 Jan 2026, 14:05`. */
export const dateAndTime = (time: string | Date): string => moment.format(new Date(time))

const MIB = 1024 * 1024
/** `840 KB`, `3.2 MB`; as elsewhere in the product, 1 MB = 1024 × 1024 bytes. */
export const bytes = (size: number): string =>
  size < MIB ? `${Math.max(1, Math.round(size / 1024))} KB` : `${oneDecimal(size / MIB)} MB`

/** A duration in seconds as on a clock: `0:09`, `4:30`, `1:02:05`. */
export function clock(length: number): string {
  const seconds = Math.floor(length)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const tail = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

/** `4.9 from 23 reviews`. */
export const ratingWords = (rating: Rating): string =>
  `${rating.average.toFixed(1)} from ${counted(rating.count, 'review')}`

/** `Marit: 4.9 from 23 reviews`, for a rating that stands beside a work. */
export const ratingOf = (name: string, rating: Rating): string => `${name}: ${ratingWords(rating)}`
