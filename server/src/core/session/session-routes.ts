import { randomBytes } from 'node:crypto'
import { RESTORE_PATH } from '@plinth/contract/people/account.ts'
import {
  CALLBACK_PATH,
  CallbackQuery,
  LOGIN_PATH,
  LOGOUT_PATH,
  LoginQuery,
  getViewer,
} from '@plinth/contract/people/session.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { refuseCrossSite } from '../../http/guards.ts'
import { hashToken, tokenHashOf, type CookieNames, type FindViewer } from '../../http/viewer.ts'
import { findSuspension } from '../users/suspension-queries.ts'
import { findOrCreateUser, getOwnUser } from '../users/user-queries.ts'
import { sendFailure, sendSuspended } from './failure-page.ts'
import { safeReturnTo } from './return-to.ts'
import {
  ABSOLUTE_LIMIT_SECONDS,
  ATTEMPT_LIMIT_SECONDS,
  createAttempt,
  createSession,
  deleteSession,
  findViewerByToken,
  sweepSessions,
  takeAttempt,
} from './session-queries.ts'

const MAX_USER_AGENT_LENGTH = 300

export const createFindViewer =
  ({ db }: Deps): FindViewer =>
  (tokenHash) =>
    findViewerByToken(db, tokenHash)

export function registerSession({ app, mount, deps, cookies }: Context): void {
  const { db, env, identity, live } = deps
  const isAdmin = (email: string | null, verified: boolean) =>
    verified && email !== null && env.adminEmails.includes(email.toLowerCase())

  // A HEAD would have the effect without the answer.
  const navigation = { exposeHeadRoute: false, errorHandler: sendFailure }

  app.get<{ Querystring: LoginQuery }>(
    LOGIN_PATH,
    { ...navigation, schema: { querystring: LoginQuery, hide: true } },
    async (request, reply) => {
      const { returnTo, screen } = request.query
      const { url, ...start } = await identity.startSignIn({
        createAccount: screen === 'create',
        isAgain: screen === 'again',
      })
      const token = browserToken(request, cookies) ?? newToken()
      await createAttempt(db, attemptHash(token, start.state), {
        ...start,
        returnTo: safeReturnTo(returnTo, env.publicUrl),
      })
      setCookie(reply, cookies, cookies.signIn, token, ATTEMPT_LIMIT_SECONDS)
      return redirect(reply, url)
    },
  )

  app.get<{ Querystring: CallbackQuery }>(
    CALLBACK_PATH,
    { ...navigation, schema: { querystring: CallbackQuery, hide: true } },
    async (request, reply) => {
      const attempt = await findAttempt(deps, cookies, request)
      const { search } = new URL(request.url, env.publicUrl)
      const callbackUrl = new URL(`${env.publicUrl}${CALLBACK_PATH}${search}`)
      const claims = await identity.finishSignIn(callbackUrl, attempt)
      const user = await findOrCreateUser(db, claims, {
        isAdmin: isAdmin(claims.email, claims.emailVerified),
      })
      if (user.isSuspended) {
        const suspension = await findSuspension(db, user.id)
        return sendSuspended(request, reply, suspension)
      }
      const token = newToken()
      await createSession(db, {
        tokenHash: hashToken(token),
        replaces: tokenHashOf(request, cookies),
        userId: user.id,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
        idToken: claims.idToken,
        signedInAt: earlierOf(claims.provenAt, deps.now()),
      })
      setCookie(reply, cookies, cookies.session, token, ABSOLUTE_LIMIT_SECONDS)
      return redirect(reply, user.isDeleted ? RESTORE_PATH : attempt.returnTo)
    },
  )

  app.get(LOGOUT_PATH, { ...navigation, schema: { hide: true } }, async (request, reply) => {
    refuseCrossSite(request.headers)
    refusePrefetch(request)
    const tokenHash = tokenHashOf(request, cookies)
    const ended = tokenHash === null ? null : await deleteSession(db, tokenHash)
    setCookie(reply, cookies, cookies.session, '', 0)
    if (ended !== null) live.sessionsMoved(ended.userId)
    if (!ended?.idToken) return redirect(reply, '/')
    // The session here has ended already; that of a provider that does not answer must wait.
    return redirect(reply, await identity.signOutUrl(ended.idToken).catch(() => '/'))
  })

  mount(getViewer, async ({ viewer }) => {
    const user = await getOwnUser(db, viewer.id)
    if (user === null) throw new AppError('auth.required', 'Sign in to do this.')
    return user
  })

  deps.jobs.work('session.sweep', () => sweepSessions(db), { schedule: '17 * * * *' })
}

/** The attempt that this very browser started with this very state. */
async function findAttempt({ db }: Deps, cookies: CookieNames, request: FastifyRequest) {
  const token = browserToken(request, cookies)
  const { state } = request.query as CallbackQuery
  const attempt =
    token === null || state === undefined
      ? null
      : await takeAttempt(db, attemptHash(token, state), state)
  if (attempt !== null) return attempt
  throw new AppError(
    'input.invalid',
    'This sign-in was not started in this browser, or it took longer than ten minutes.',
  )
}

/** A proof that the provider dates ahead of our clock was given now. */
const earlierOf = (proven: Date | null, now: Date): Date =>
  proven === null || proven > now ? now : proven

const newToken = () => randomBytes(32).toString('base64url')

/** One token for all attempts of a browser, so that two tabs can be on their way at once. */
function browserToken(request: FastifyRequest, cookies: CookieNames): string | null {
  const token = request.cookies[cookies.signIn] ?? ''
  return /^[\w-]{43}$/.test(token) ? token : null
}

const attemptHash = (token: string, state: string) => hashToken(`${token}.${state}`)

function setCookie(
  reply: FastifyReply,
  cookies: CookieNames,
  name: string,
  value: string,
  maxAge: number,
): void {
  void reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: cookies.secure,
    maxAge,
  })
}

const redirect = (reply: FastifyReply, url: string) =>
  reply.header('cache-control', 'no-store').redirect(url, 302)

/** A browser that guesses the next page must not sign anybody out. */
function refusePrefetch(request: FastifyRequest): void {
  if (String(request.headers['sec-purpose'] ?? '').includes('prefetch')) {
    throw new AppError('auth.forbidden', 'Signing out is not done ahead of time.')
  }
}
