import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Object as ObjectOf,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, Id, Time, idParams, nullable, entity, exact } from '../http/scalars.ts'

/** A browser that is signed in, in plain words. Plinth does not record where it is. */
export const SignInSession = entity('SignInSession', {
  id: Id,
  /** `Firefox`; null when unknown. */
  browser: nullable(Text()),
  /** `Linux`, `iPhone`; null when unknown. */
  system: nullable(Text()),
  device: Enum(['computer', 'phone', 'tablet']),
  /** To the hour. */
  lastSeenAt: Time,
  signedInAt: Time,
  /** The session of this request. */
  isCurrent: Flag(),
})
export type SignInSession = Static<typeof SignInSession>

/** `Firefox on Linux`, as far as it is known. */
export const deviceName = ({
  browser,
  system,
}: Pick<SignInSession, 'browser' | 'system'>): string =>
  [browser, system].filter((part) => part !== null).join(' on ') || 'Unknown device'

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'member',
  summary: 'Where the caller is signed in: this browser first, then the last one used.',
  response: ListOf(SignInSession),
})

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  access: 'member',
  fresh: true,
  summary: 'Sign one browser of the caller’s out.',
  params: ObjectOf(idParams),
  errors: ['not_found'],
})

export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/sessions',
  access: 'member',
  fresh: true,
  summary: 'Sign every other browser of the caller’s out.',
  response: exact({ ended: Count }),
})
