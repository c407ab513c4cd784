import {
  AD_PLACES,
  AD_WEEKS_AHEAD,
  type AdPlace,
  type AdType,
} from '@plinth/contract/money/advertising.ts'
import { invalidField } from '../../http/errors.ts'

const DAY_MS = 86_400_000

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The Mondays of the weeks that can be seen and booked, starting with the next one. Weeks are in UTC. */
export function weeksAhead(now: Date): string[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const toMonday = (8 - now.getUTCDay()) % 7 || 7
  return Array.from({ length: AD_WEEKS_AHEAD }, (_, week) =>
    dayOf(today + (toMonday + 7 * week) * DAY_MS),
  )
}

/** The parts of a booking that were given. */
interface BookingRequest {
  weekStart?: string
  weeks?: number
  place?: AdPlace
}
export interface Booking {
  place: AdPlace
  /** Mondays in order. */
  weeks: string[]
}

/** Returns the weeks of a place that somebody wants to book, or what is wrong with the request. */
export function bookingOf(
  { weekStart, weeks, place }: BookingRequest,
  { adType, now }: { adType: AdType; now: Date },
): Booking {
  const where = place ?? AD_PLACES.find((one) => one === adType)
  if (where === undefined) throw invalidField('place', 'Choose a place for this custom advert.')
  if (weekStart === undefined) throw invalidField('weekStart', 'Choose the first week.')
  if (weeks === undefined) throw invalidField('weeks', 'Enter the number of weeks.')
  const ahead = weeksAhead(now)
  const first = ahead.indexOf(weekStart)
  if (first === -1) {
    throw invalidField('weekStart', `Choose one of the next ${AD_WEEKS_AHEAD} Mondays.`)
  }
  if (first + weeks > ahead.length)
    throw invalidField('weeks', `These weeks end after the next ${AD_WEEKS_AHEAD}. Book fewer.`)
  return { place: where, weeks: ahead.slice(first, first + weeks) }
}
