import { String as Text } from 'typebox'
import { words } from '../http/words.ts'

const SHAPE = '^(UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$'

/** The shape of an IANA time zone, such as Europe/Oslo. `isTimeZone` says whether it exists. */
export const timeZone = () =>
  Text({
    maxLength: 64,
    pattern: SHAPE,
    ...words('time zone', { wrong: 'Enter a time zone such as Europe/Oslo.' }),
  })

/** The parameter `tz` of an address: the time zone in which days begin and end. */
export const timeZoneParameter = () =>
  Text({
    maxLength: 64,
    pattern: SHAPE,
    default: 'UTC',
    ...words('time zone', { wrong: '“tz” must be a time zone such as Europe/Oslo.' }),
  })

/** Whether the field takes this zone, and this machine knows it. */
export function isTimeZone(zone: string): boolean {
  if (!new RegExp(SHAPE).test(zone)) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
