import { FRESH_MINUTES } from '@plinth/contract/limits.ts'
import { CALLBACK_PATH } from '@plinth/contract/people/session.ts'
import type { JWTVerifyGetKey } from 'jose'
import * as client from 'openid-client'
import type { Env } from '../env.ts'
import { AppError } from '../http/errors.ts'
import { fetchFrom } from '../tracing/tracing.ts'
import { keysAt, readLogout, type LogoutClaims } from './logout.ts'

/** What the identity provider tells us about a person who has signed in. */
export interface IdentityClaims {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string
  lastName: string
  /** When they last authenticated, possibly for another site; null if the provider does not tell. */
  provenAt: Date | null
  idToken: string
  /** The provider's name of its session; null if it has none. */
  sid: string | null
}

interface SignInStart {
  url: string
  state: string
  nonce: string
  codeVerifier: string
}

interface ExpectedSignIn extends Omit<SignInStart, 'url'> {
  /** The provider was asked to authenticate again, and has to say that it did. */
  isAgain: boolean
}

/** Any OpenID Connect issuer. It is discovered on first use. */
export interface IdentityGateway {
  /** `isAgain` asks the provider to authenticate even a person who is signed in there. */
  startSignIn: (options?: { createAccount?: boolean; isAgain?: boolean }) => Promise<SignInStart>
  /** Checks state, nonce, issuer, audience, signature and PKCE. Throws an AppError when any check fails. */
  finishSignIn: (callbackUrl: URL, expected: ExpectedSignIn) => Promise<IdentityClaims>
  /** Checks signature, issuer, audience, times and events of a logout token. Throws an AppError when any check fails. */
  readLogoutToken: (token: string) => Promise<LogoutClaims>
  /** The address that ends the session at the provider too. */
  signOutUrl: (idToken: string) => Promise<string>
}

/** Seconds for each call to the provider. */
const TIMEOUT = 5
const MAX_NAME_LENGTH = 100
/** Seconds for which an authentication counts. Sending this makes providers include the time of authentication. */
const MAX_PROOF_AGE = 60 * 24 * 60 * 60
/** The same for somebody who was asked again. */
const FRESH_SECONDS = FRESH_MINUTES * 60

export function createIdentity(env: Env): IdentityGateway {
  let known: Promise<client.Configuration> | null = null
  let keys: JWTVerifyGetKey | null = null
  const forget = () => {
    known = null
    keys = null
  }
  const configuration = (): Promise<client.Configuration> => {
    // A failed discovery is not cached: the next sign-in tries again.
    known ??= discover(env.oidc).catch((error: unknown) => {
      forget()
      throw error
    })
    return known
  }

  return {
    startSignIn: async ({ createAccount = false, isAgain = false } = {}) => {
      const config = await configuration()
      const state = client.randomState()
      const nonce = client.randomNonce()
      const codeVerifier = client.randomPKCECodeVerifier()
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: `${env.publicUrl}${CALLBACK_PATH}`,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        max_age: String(isAgain ? FRESH_SECONDS : MAX_PROOF_AGE),
        ...(isAgain ? { prompt: 'login' } : {}),
        // Providers that do not announce this prompt may answer it with an error.
        ...(createAccount && announces(config, 'prompt_values_supported', 'create')
          ? { prompt: 'create' }
          : {}),
      })
      return { url: url.href, state, nonce, codeVerifier }
    },

    finishSignIn: async (callbackUrl, { state, nonce, codeVerifier, isAgain }) => {
      const config = await configuration()
      try {
        const tokens = await client.authorizationCodeGrant(config, callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          // Only `auth_time` makes a sign-in fresh, in case the provider ignores the prompt.
          ...(isAgain ? { maxAge: FRESH_SECONDS } : {}),
        })
        return await readClaims(config, tokens)
      } catch (error) {
        // Keys are refetched at most once a minute. Without this the next sign-in would still use the old ones.
        if (codeOf(error) === 'OAUTH_KEY_SELECTION_FAILED') forget()
        throw toAppError(error)
      }
    },

    readLogoutToken: async (token) => {
      const { issuer, jwks_uri: keysUrl = '' } = (await configuration()).serverMetadata()
      keys ??= keysAt(keysUrl)
      return readLogout(token, { issuer, clientId: env.oidc.clientId, keys })
    },

    signOutUrl: async (idToken) => {
      const config = await configuration()
      const home = `${env.publicUrl}/`
      if (config.serverMetadata().end_session_endpoint === undefined) return home
      return client.buildEndSessionUrl(config, {
        id_token_hint: idToken,
        post_logout_redirect_uri: home,
      }).href
    },
  }
}

async function discover(oidc: Env['oidc']): Promise<client.Configuration> {
  const issuer = new URL(oidc.issuer)
  try {
    const config = await client.discovery(
      issuer,
      oidc.clientId,
      oidc.clientSecret,
      // We only know after discovery which of the two the provider accepts.
      (as, ...rest) => clientAuth(as, oidc)(as, ...rest),
      {
        timeout: TIMEOUT,
        [client.customFetch]: fetchFrom('identity provider') as client.CustomFetch,
        execute: isLoopbackHttp(issuer) ? [client.allowInsecureRequests] : [],
      },
    )
    // By default the ID token's signature is not checked, because TLS vouches for it. Loopback has no TLS.
    client.enableNonRepudiationChecks(config)
    // What is returned here is remembered, so it has to be whole.
    const metadata = config.serverMetadata()
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
      if (!isSafeUrl(metadata[name])) throw new Error(`The provider names no usable ${name}.`)
    return config
  } catch (error) {
    throw unavailable(error)
  }
}

/**
 * Unless a setting says how, we use the protocol's default, basic authentication, and send the secret in the body only if
 * the provider announces nothing else. Some announce it and then refuse a secret that is percent-encoded, as RFC 6749
 * asks for.
 */
function clientAuth(
  as: client.ServerMetadata,
  { clientSecret, tokenAuth }: Env['oidc'],
): client.ClientAuth {
  const isBasic =
    as.token_endpoint_auth_methods_supported?.includes('client_secret_basic') !== false
  return (tokenAuth ?? (isBasic ? 'basic' : 'post')) === 'basic'
    ? client.ClientSecretBasic(clientSecret)
    : client.ClientSecretPost(clientSecret)
}

const isSafeUrl = (url: string | undefined): boolean =>
  url !== undefined &&
  URL.canParse(url) &&
  (new URL(url).protocol === 'https:' || isLoopbackHttp(new URL(url)))

const isLoopbackHttp = (url: URL): boolean =>
  url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)

function announces(config: client.Configuration, name: string, value: string): boolean {
  const values = config.serverMetadata()[name]
  return Array.isArray(values) && values.includes(value)
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

async function readClaims(config: client.Configuration, tokens: Tokens): Promise<IdentityClaims> {
  const claims = tokens.claims()
  if (claims === undefined || tokens.id_token === undefined) throw untrusted()
  // Some providers leave claims out of the ID token and return them from the userinfo endpoint.
  const isThin = claims.email === undefined && config.serverMetadata().userinfo_endpoint
  const person = isThin
    ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
    : claims
  const email = text(person.email, 320)
  const [first, ...others] = text(person.name, MAX_NAME_LENGTH).split(/\s+/)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email === '' ? null : email,
    // Some providers send the flag as text, although the standard says boolean.
    emailVerified: email !== '' && [true, 'true'].includes(person.email_verified as boolean),
    firstName: text(person.given_name, MAX_NAME_LENGTH) || first || 'New',
    lastName: text(person.family_name, MAX_NAME_LENGTH) || (first ? others.join(' ') : 'member'),
    provenAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1_000) : null,
    idToken: tokens.id_token,
    sid: typeof claims['sid'] === 'string' ? claims['sid'] : null,
  }
}

/** A claim as text that can be stored and shown on one line. */
const text = (value: unknown, maxLength: number): string =>
  typeof value === 'string'
    ? value
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, maxLength)
    : ''

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** True when the provider cannot be reached, or its answer points to a fault of its own or in our settings. */
const isProviderError = (error: unknown): boolean => {
  if (error instanceof client.AuthorizationResponseError)
    return ['server_error', 'temporarily_unavailable'].includes(error.error)
  if (error instanceof client.ResponseBodyError) return error.error !== 'invalid_grant'
  return (
    error instanceof TypeError ||
    error instanceof client.WWWAuthenticateChallengeError ||
    PROVIDER_CODES.has(codeOf(error))
  )
}

const PROVIDER_CODES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  // Also a body that does not arrive in time.
  'OAUTH_PARSE_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
])

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isProviderError(error)) return unavailable(error)
  if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied') {
    return withCause(new AppError('input.invalid', 'You cancelled the login.'), error)
  }
  return withCause(untrusted(), error)
}

const untrusted = () =>
  new AppError(
    'input.invalid',
    'We couldn’t verify this login, so you’re not logged in. Try again.',
  )

const unavailable = (cause: unknown) =>
  withCause(
    new AppError(
      'unavailable',
      'The login service isn’t working right now, so we can’t log you in. Your account is safe, and wherever you’re logged in, you stay logged in. Try again in a moment.',
      {
        headers: { 'retry-after': '5' },
      },
    ),
    cause,
  )

/** The cause goes to the log only. */
const withCause = (error: AppError, cause: unknown): AppError => Object.assign(error, { cause })
