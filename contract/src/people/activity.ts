import { Array as ListOf, Enum, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, Paging, Time, entity, nullable } from '../http/scalars.ts'

/** Account activity is kept for this many days. */
export const ACTIVITY_DAYS = 400

/** What can happen to the safety of an account. `new_device` is a login with a browser that it had not used before. */
const ACCOUNT_EVENTS = [
  'signed_in',
  'new_device',
  'sign_in_refused',
  'signed_out',
  'session_ended',
  'sessions_ended',
  'provider_ended',
  'token_made',
  'token_removed',
  'export_asked',
  'export_downloaded',
  'email_changed',
  'handle_changed',
  'payout_changed',
  'right_given',
  'right_taken',
  'deletion_asked',
  'deletion_undone',
] as const
export type AccountEventKind = (typeof ACCOUNT_EVENTS)[number]

/** Something that happened to the viewer's account. Plinth does not record where a device is. */
export const AccountEvent = entity('AccountEvent', {
  id: Id,
  kind: Enum([...ACCOUNT_EVENTS]),
  /** The token's name, the device or number of devices logged out, `admin` or `creator`, the new handle or email. */
  detail: nullable(Text()),
  /** `Firefox on Linux`: what it was done with; null if no browser of the viewer's did it. */
  device: nullable(Text()),
  /** The network it came from: `203.0.113.x`. */
  address: nullable(Text()),
  createdAt: Time,
})
export type AccountEvent = Static<typeof AccountEvent>

export const listAccountEvents = defineEndpoint({
  method: 'GET',
  path: '/api/account/events',
  access: 'member',
  summary: `Account activity: logins, sessions, tokens, exports and rights of the caller’s account, newest first. Kept for ${ACTIVITY_DAYS} days.`,
  query: Paging,
  response: ListOf(AccountEvent),
})
