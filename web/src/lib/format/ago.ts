const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const thisYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const otherYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** How long ago, in short: `now`, `5 min`, `2 h`, `3 d`, then `14 Nov`, `14 Nov 2025`. */
export function ago(time: string, now: number = Date.now()): string {
  const passed = now - Date.parse(time)
  if (passed < MINUTE) return 'now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min`
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h`
  if (passed < 7 * DAY) return `${Math.floor(passed / DAY)} d`
  return dayOf(time, now)
}

/** `Just now`, `12 minutes ago`, `3 hours ago`, `Yesterday`, then `18 Nov`, `18 Nov 2025`. */
export function agoInWords(time: string, now: number = Date.now()): string {
  const passed = now - Date.parse(time)
  if (passed < MINUTE) return 'Just now'
  if (passed < HOUR) return counted(Math.floor(passed / MINUTE), 'minute')
  if (passed < DAY) return counted(Math.floor(passed / HOUR), 'hour')
  return new Date(time).toDateString() === dayBefore(now).toDateString()
    ? 'Yesterday'
    : dayOf(time, now)
}

const counted = (value: number, unit: string) => `${value} ${value === 1 ? unit : `${unit}s`} ago`

function dayBefore(now: number): Date {
  const day = new Date(now)
  day.setDate(day.getDate() - 1)
  return day
}

/** `14 Nov`; of another year `14 Nov 2025`. */
export function dayOf(time: string, now: number = Date.now()): string {
  const then = new Date(time)
  const isThisYear = then.getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? thisYear : otherYear).format(then)
}
