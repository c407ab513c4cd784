const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const thisYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const otherYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** How long ago, in little room: `now`, `5 min`, `2 h`, `3 d`, then `14 Nov`, `14 Nov 2025`. */
export function ago(time: string | Date, now: Date = new Date()): string {
  const then = new Date(time)
  const passed = now.getTime() - then.getTime()
  if (passed < MINUTE) return 'now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min`
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h`
  if (passed < 7 * DAY) return `${Math.floor(passed / DAY)} d`
  return dayOf(then, now)
}

/** `14 Nov`; of another year `14 Nov 2025`. */
export function dayOf(time: string | Date, now: Date = new Date()): string {
  const then = new Date(time)
  return (then.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(then)
}
