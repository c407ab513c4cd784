import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, Time, entity, exact, filledText, idParams, nullable } from '../http/scalars.ts'
import { SCOPE_NAMES } from '../http/scopes.ts'

/** How many access tokens one person can have. */
export const MAX_TOKENS = 20
export const MAX_TOKEN_NAME_LENGTH = 60
/** A token that expires does so within a year. */
const MAX_TOKEN_DAYS = 365
/** After how many days a token expires, as the settings offer; null for never. */
export const TOKEN_DAYS = [7, 30, 90, MAX_TOKEN_DAYS, null] as const

const Scopes = ListOf(Enum(SCOPE_NAMES), {
  minItems: 1,
  maxItems: SCOPE_NAMES.length,
  uniqueItems: true,
})

/** A password for a program, without its secret, which is shown once when it is made. */
export const AccessToken = entity('AccessToken', {
  id: Id,
  name: Text(),
  scopes: Scopes,
  createdAt: Time,
  /** To the minute; null if it was never used. */
  lastUsedAt: nullable(Time),
  /** Null if it does not expire. */
  expiresAt: nullable(Time),
  isExpired: Flag(),
})
export type AccessToken = Static<typeof AccessToken>

export const listTokens = defineEndpoint({
  method: 'GET',
  path: '/api/tokens',
  access: 'member',
  summary: 'The caller’s access tokens, the newest first.',
  response: ListOf(AccessToken),
})

export const createToken = defineEndpoint({
  method: 'POST',
  path: '/api/tokens',
  access: 'member',
  fresh: true,
  summary: 'Make an access token. Only this answer has its text.',
  body: exact({
    name: filledText(MAX_TOKEN_NAME_LENGTH),
    scopes: Scopes,
    /** In how many days it expires; null for never. */
    days: nullable(Integer({ minimum: 1, maximum: MAX_TOKEN_DAYS })),
  }),
  status: 201,
  response: exact({ token: AccessToken, text: Text() }),
  errors: ['auth.forbidden', 'conflict'],
})

export const revokeToken = defineEndpoint({
  method: 'DELETE',
  path: '/api/tokens/:id',
  access: 'member',
  summary: 'Revoke one of the caller’s access tokens. It stops working at once.',
  params: ObjectOf(idParams),
  errors: ['not_found'],
})
