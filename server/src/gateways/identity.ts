import type { Env } from '../env.ts'

/** What the identity provider says of a person who has signed in. */
export interface IdentityClaims {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string
  lastName: string
  idToken: string
}

export interface SignInStart {
  url: string
  state: string
  nonce: string
  codeVerifier: string
}

/** Any OpenID Connect issuer, found by discovery on first use. */
export interface IdentityGateway {
  startSignIn: (options?: { createAccount?: boolean }) => Promise<SignInStart>
  /** Checks state, nonce, issuer, audience, signature and PKCE; throws AppError when any fails. */
  finishSignIn: (callbackUrl: URL, expected: Omit<SignInStart, 'url'>) => Promise<IdentityClaims>
  /** Where to send the browser to end the session there, too. */
  signOutUrl: (idToken: string) => Promise<string>
}

export declare function createIdentity(env: Env): IdentityGateway
