import { useQuery } from '@tanstack/react-query'
import {
  listAdvertisingWeeks,
  type AdPlace,
  type AdvertisementInquiry,
  type AdvertisementWeek,
} from '@plinth/contract/money/advertising.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { adTexts as texts } from './queue-texts.ts'

export interface Booking {
  place: AdPlace
  /** A Monday; undefined until one is chosen. */
  weekStart?: string
  weeks: number
}

export const bookingOf = ({ adType, duration }: AdvertisementInquiry): Booking => ({
  place: adType === 'custom' ? 'banner' : adType,
  weeks: duration === 'month' ? 4 : 1,
})

const NONE: AdvertisementWeek[] = []

/** The weeks that can be booked, with what is already sold. */
export function useAdWeeks(): AdvertisementWeek[] {
  const { data = NONE } = useQuery({
    ...answerOf(listAdvertisingWeeks),
    staleTime: 0,
  })
  return data
}

/** The problems of a booking, by field. */
export function bookingProblems(
  { place, weekStart, weeks: wanted }: Booking,
  weeks: readonly AdvertisementWeek[],
): { weekStart?: string; weeks?: string } {
  if (weekStart === undefined) return { weekStart: texts.weekMissing }
  const ahead = weeks.slice(weeks.findIndex((week) => week.weekStart === weekStart))
  const sold = ahead.findIndex((week) => week.sold.includes(place))
  const free = sold === -1 ? ahead.length : sold
  if (free === 0) return { weekStart: texts.weekSold }
  return wanted > free ? { weeks: texts.weeksFree(free) } : {}
}
