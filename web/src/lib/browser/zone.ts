import { isTimeZone } from '@plinth/contract/people/zones.ts'

/** The browser's time zone; undefined where the server would not take it. */
export function browserZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : undefined
}

/** The same; UTC where the browser doesn't know it. */
export const ownZone = (): string => browserZone() ?? 'UTC'
