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
import type { FastifyReply, FastifyRequest, FastifyError } from 'fastify'
import { statusOfCode } from '@plinth/contract/http/errors.ts'
import { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError, sendError, toAppError } from '../../http/errors.ts'
import { refuseCrossSite } from '../../http/guards.ts'
import { hashToken, tokenHashOf, type CookieNames, type FindViewer } from '../../http/viewer.ts'
import { queueEmail } from '../notifications/emails/plain.ts'
import { findSuspension, type Suspension } from '../users/suspension-queries.ts'
import { findOrCreateUser, getOwnUser, ownUserOf } from '../users/user-queries.ts'
import { escapeHtml } from '../../http/shell/escape.ts'
import { sendPlainPage } from '../../http/shell/plain-pages.ts'
import { countUnread } from '../../db/unread-sql.ts'
import type { PagesOptions } from '../../http/shell/pages.ts'
import { welcomeEmail } from './welcome-emails.ts'
import { safeReturnTo } from './session-rules.ts'
import {
  ABSOLUTE_LIMIT_SECONDS,
  ATTEMPT_LIMIT_SECONDS,
  createAttempt,
  createSession,
  deleteSession,
  extendSession,
  findViewerByToken,
  sweepSessions,
  takeAttempt,
} from './session-queries.ts'

const MAX_USER_AGENT_LENGTH = 300

export const createFindViewer =
  (deps: Deps): FindViewer =>
  (tokenHash) =>
    findViewerByToken(deps, tokenHash)

export function registerSession({ app, mount, deps, cookies }: Context): void {
  const { db, env, identity, live } = deps
  const isAdmin = (email: string | null, verified: boolean) =>
    verified && email !== null && env.adminEmails.includes(email.toLowerCase())

  // No HEAD routes: they would have the effect without an answer.
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
      const user = await db.transaction().execute(async (trx) => {
        const found = await findOrCreateUser(trx, claims, {
          isAdmin: isAdmin(claims.email, claims.emailVerified),
        })
        if (found.isNew && claims.emailVerified) {
          const email = welcomeEmail(claims.firstName, env.publicUrl)
          await queueEmail(trx, deps, { to: claims.email, ...email })
        }
        return found
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
    // Our session has ended. If the provider does not answer, its own session stays open.
    return redirect(reply, await identity.signOutUrl(ended.idToken).catch(() => '/'))
  })

  mount.hot(getViewer, async ({ who }) => {
    const { isStale, ...result } = await deps.reads.one(ownUserOf(who, {}, {}))
    if (isStale === true && 'tokenHash' in who && who.tokenHash !== null)
      await extendSession(db, who.tokenHash)
    return result
  })

  deps.jobs.work('session.sweep', () => sweepSessions(db), { schedule: '17 * * * *' })
}

/** Finds the sign-in attempt that this browser started with this state. */
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
    'You started to log in with another browser, or more than ten minutes ago.',
  )
}

/** The earlier time, because the provider's clock may be ahead of ours. */
const earlierOf = (proven: Date | null, now: Date): Date =>
  proven === null || proven > now ? now : proven

const newToken = () => randomBytes(32).toString('base64url')

/** The token for all sign-in attempts of a browser, so that two tabs can sign in at the same time. */
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

/** Refuses prefetching, so that a browser that guesses the next page cannot sign anybody out. */
function refusePrefetch(request: FastifyRequest): void {
  if (String(request.headers['sec-purpose'] ?? '').includes('prefetch')) {
    throw new AppError(
      'auth.forbidden',
      'Your browser tried to log you out ahead of time. You’re still logged in.',
    )
  }
}

const SUSPENDED = 'This account is suspended, so you can’t log in.'

/** Sends browsers to the page that explains the suspension and takes an appeal. */
function sendSuspended(
  request: FastifyRequest,
  reply: FastifyReply,
  suspension: Suspension | null,
): FastifyReply {
  if (request.headers.accept?.includes('text/html') && suspension !== null)
    return reply.header('cache-control', 'no-store').redirect(suspension.appealPath, 303)
  // Null: an admin lifted the suspension a moment ago.
  const sentence = suspension === null ? 'Please log in again.' : SUSPENDED
  return sendFailure(new AppError('auth.forbidden', sentence), request, reply)
}

/** Answers browsers with a readable page when sign-in fails, and other callers with the usual JSON. */
function sendFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = toAppError(error)
  if (known.code === 'internal') request.log.error({ err: error }, 'sign-in failed')
  else if (error.cause !== undefined) request.log.warn({ err: error.cause }, 'sign-in turned away')
  if (!request.headers.accept?.includes('text/html')) return sendError(request, reply, known)
  // Where they wanted to go is in the address.
  const isSame = known.code === 'unavailable' && request.routeOptions.url === LOGIN_PATH
  const again = isSame ? escapeHtml(request.url) : LOGIN_PATH
  return sendPlainPage(reply.headers(known.headers), statusOfCode[known.code], {
    heading: 'We couldn’t log you in',
    text: known.message,
    actions: `<a class="primary" href="${again}">Try again</a><a href="/">Back to Plinth</a>`,
    note: `Request ${request.id}`,
  })
}

/** The boot data of every page: who is signed in, and their unread count. */
export const sessionBoot =
  ({ db }: Deps): PagesOptions['bootAlways'] =>
  async (viewer) => {
    if (viewer === null) return [[queryKey(getViewer), null]]
    const [user, unread] = await Promise.all([
      getOwnUser(db, viewer.id),
      countUnread(db, [viewer.id]),
    ])
    return [
      [queryKey(getViewer), user],
      [queryKey(getUnreadCount), { count: unread.get(viewer.id) ?? 0 }],
    ]
  }
