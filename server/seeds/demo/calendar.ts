import type { WorldTime } from '../world-more.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Today begins late, so that nothing lies in the future wherever the world is seeded. */
const LATE = 12 * HOUR

/** Turns the days of the demo world, which are relative, into times before now. */
export interface Calendar {
  at: (time: WorldTime) => Date
  /** The date this many days from today, such as 2027-01-21. */
  day: (days: number) => string
}

export function createCalendar(now: Date): Calendar {
  const today = Math.floor((now.getTime() - LATE) / DAY) * DAY
  return {
    at: (time) => {
      if ('minutesAgo' in time) return new Date(now.getTime() - time.minutesAgo * 60_000)
      const [hours = 0, minutes = 0] = time.time.split(':').map(Number)
      return new Date(today + time.day * DAY + (hours * 60 + minutes) * 60_000)
    },
    day: (days) => new Date(today + days * DAY).toISOString().slice(0, 10),
  }
}
