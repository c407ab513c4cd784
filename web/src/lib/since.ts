import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const withYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** `Just now`, `12 minutes ago`, `3 hours ago`, `Yesterday`, `18 Nov`, `18 Nov 2025`. */
export function since(time: string, now: number): string {
  const then = new Date(time)
  const passed = now - then.getTime()
  if (passed < MINUTE_MS) return 'Just now'
  if (passed < HOUR_MS) return ago(Math.floor(passed / MINUTE_MS), 'minute')
  if (passed < DAY_MS) return ago(Math.floor(passed / HOUR_MS), 'hour')
  if (then.toDateString() === dayBefore(now).toDateString()) return 'Yesterday'
  const isThisYear = then.getFullYear() === new Date(now).getFullYear()
  return (isThisYear ? dayAndMonth : withYear).format(then)
}

const ago = (value: number, unit: string) => `${value} ${value === 1 ? unit : `${unit}s`} ago`

function dayBefore(now: number): Date {
  const day = new Date(now)
  day.setDate(day.getDate() - 1)
  return day
}

/** The time, told anew every minute while the tab is looked at. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => {
      if (!document.hidden) setNow(Date.now())
    }
    const timer = setInterval(tick, MINUTE_MS)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}
