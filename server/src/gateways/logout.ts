import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'
import { AppError } from '../http/errors.ts'
import { fetchFrom } from '../tracing/tracing.ts'

/** A signed message of the identity provider that its sessions of somebody have ended. */
export interface LogoutClaims {
  issuer: string
  /** The person, whose sessions have all ended unless `sid` names one. At least one of the two is set. */
  subject: string | null
  sid: string | null
  /** Unlike any other token's. */
  id: string
  expiresAt: Date
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** What providers sign ID tokens with. Never the client's secret: then whoever can check a token could also make one. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']
/** Seconds. A token is sent at once, so an older one was kept by somebody. */
const MAX_AGE = 10 * 60
const CLOCK_TOLERANCE = 60
const TIMEOUT_MS = 5_000

/** The provider's keys. They are fetched when a token comes, and again for one with a key that is not known. */
export const keysAt = (url: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: fetchFrom('identity provider'),
  })

/** Reads a logout token of OpenID Connect Back-Channel Logout 1.0. Throws an AppError when any check fails. */
export async function readLogout(
  token: string,
  { issuer, clientId, keys }: { issuer: string; clientId: string; keys: JWTVerifyGetKey },
): Promise<LogoutClaims> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: [...ALGORITHMS, 'EdDSA', 'Ed25519'],
    maxTokenAge: MAX_AGE,
    clockTolerance: CLOCK_TOLERANCE,
    requiredClaims: ['jti', 'exp', 'events'],
  }).catch((error: unknown) => {
    throw isUnreachable(error) ? unavailable(error) : refused(error)
  })
  const { iss, sub, sid, jti, exp } = payload
  // Providers may leave the type out. A token of another type is no logout token, even if it says what one says.
  const isOfType = /^(application\/)?(logout\+)?jwt$/i.test(protectedHeader.typ ?? 'jwt')
  const isAbout = isName(sub) || isName(sid)
  if (!isOfType || !isAbout || !saysLogout(payload) || 'nonce' in payload || !isName(jti))
    throw refused()
  return {
    issuer: iss ?? '',
    subject: isName(sub) ? sub : null,
    sid: isName(sid) ? sid : null,
    id: jti,
    expiresAt: new Date(((exp ?? 0) + CLOCK_TOLERANCE) * 1_000),
  }
}

const isName = (claim: unknown): claim is string => typeof claim === 'string' && claim !== ''

function saysLogout({ events }: JWTPayload): boolean {
  if (typeof events !== 'object' || events === null) return false
  const event = (events as Record<string, unknown>)[EVENT]
  return typeof event === 'object' && event !== null && !Array.isArray(event)
}

/** Whether the keys could not be fetched, so that the same token may be right later. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID'].includes(error.code)

const refused = (cause?: unknown) =>
  Object.assign(
    new AppError('input.invalid', 'This is not a logout token of our login service for us.'),
    { cause },
  )

const unavailable = (cause: unknown) =>
  Object.assign(
    new AppError('unavailable', 'We can’t read the keys of our login service. Send it again.', {
      headers: { 'retry-after': '5' },
    }),
    { cause },
  )
