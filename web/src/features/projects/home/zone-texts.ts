import type { WaitingWords } from '@plinth/contract/projects/next.ts'

const DAY = 86_400_000
/** Later than this a day is written as a date. */
const WEEK = 7

/** `2026-11-29` of a moment in a time zone. */
const dayIn = (zone: string, time: Date): string =>
  time.toLocaleDateString('sv', { timeZone: zone })

/** `18:00`, as clocks in a time zone show it. */
const clockIn = (zone: string, time: Date): string =>
  time.toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })

/** `Sunday 29 November`; of another year with the year. */
function longDay(zone: string, time: Date, now: Date): string {
  const isThisYear = dayIn(zone, time).slice(0, 4) === dayIn(zone, now).slice(0, 4)
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).formatToParts(time)
  return parts
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value)
    .join(' ')
}

const dayTime = (day: string): Date => new Date(`${day}T12:00:00Z`)

/** The words for dates in a time zone. */
export function wordsIn(zone: string, now: Date, withClock: boolean): WaitingWords {
  const today = dayIn(zone, now)
  return {
    moment: (time) => {
      const then = new Date(time)
      const day = longDay(zone, then, now)
      return withClock ? `${day}, ${clockIn(zone, then)}` : day
    },
    day: (day) => longDay('UTC', dayTime(day), now),
    short: (day) => {
      const ahead = (dayTime(day).getTime() - dayTime(today).getTime()) / DAY
      return ahead >= 0 && ahead < WEEK
        ? dayTime(day).toLocaleDateString('en-GB', { timeZone: 'UTC', weekday: 'long' })
        : dayTime(day).toLocaleDateString('en-GB', {
            timeZone: 'UTC',
            day: 'numeric',
            month: 'long',
          })
    },
    isPast: (day) => day < today,
  }
}

/** `Sunday 22 November, 09:40 in Bergen` */
export const nowIn = (zone: string, now: Date, place: string | null): string =>
  `${longDay(zone, now, now)}, ${clockIn(zone, now)}${inPlace(place)}`

/** `It is 08:40 for Ben in Porto.` */
export const theirTime = (
  zone: string,
  now: Date,
  { firstName, location }: { firstName: string; location: string | null },
): string => `It is ${clockIn(zone, now)} for ${firstName}${inPlace(location)}.`

/** ` in Bergen`: the town of a place. */
export const inPlace = (place: string | null): string => {
  const town = place?.split(',')[0]?.trim() ?? ''
  return town === '' ? '' : ` in ${town}`
}

const NOON = 12
const EVENING = 18
const DAWN = 4

/** By the hour of a time zone. */
export function greeting(zone: string, now: Date): string {
  const hour = Number(clockIn(zone, now).slice(0, 2))
  if (hour >= DAWN && hour < NOON) return 'Good morning'
  return hour >= NOON && hour < EVENING ? 'Good afternoon' : 'Good evening'
}
