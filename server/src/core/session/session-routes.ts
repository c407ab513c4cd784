import { randomBytes } from 'node:crypto'
import { RESTORE_PATH } from '@plinth/contract/people/account.ts'
import {
  CALLBACK_PATH,
  CallbackQuery,
  LOGIN_PATH,
  LOGOUT_PATH,
  LoginQuery,
  checkFresh,
  getViewer,
} from '@plinth/contract/people/session.ts'
import type { FastifyReply, FastifyRequest, FastifyError } from 'fastify'
import { statusOfCode } from '@plinth/contract/http/errors.ts'
import { FRESH_MINUTES } from '@plinth/contract/limits.ts'
import { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError, sendError, toAppError } from '../../http/errors.ts'
import { isFromOtherSite, refuseOtherSites } from '../../http/guards.ts'
import { hashToken, tokenHashOf, type CookieNames, type FindViewer } from '../../http/viewer.ts'
import { insertAccountEvent } from '../account/activity-queries.ts'
import { queueEmail } from '../notifications/emails/plain.ts'
import { findSuspension, type Suspension } from '../users/suspension-queries.ts'
import { findOrCreateUser, getOwnUser, ownUserOf } from '../users/user-queries.ts'
import { escapeHtml } from '../../http/shell/escape.ts'
import { sendPlainPage } from '../../http/shell/plain-pages.ts'
import { countUnread } from '../../db/unread-sql.ts'
import type { PagesOptions } from '../../http/shell/pages.ts'
import { welcomeEmail } from './sign-in-emails.ts'
import { registerBackchannelLogout } from './backchannel-routes.ts'
import { sourceOf } from './device.ts'
import { openSession } from './sign-in-steps.ts'
import { safeReturnTo } from './session-rules.ts'
import {
  ABSOLUTE_LIMIT_SECONDS,
  ATTEMPT_LIMIT_SECONDS,
  createAttempt,
  deleteSession,
  DEVICE_LIMIT_SECONDS,
  extendSession,
  findViewerByToken,
  sweepSessions,
  takeAttempt,
} from './session-queries.ts'

/** Sign-ins that can be started from one address. Each is a row for ten minutes. */
const ATTEMPTS_PER_MINUTE = 30

export const createFindViewer =
  (deps: Deps): FindViewer =>
  (tokenHash) =>
    findViewerByToken(deps, tokenHash)

export function registerSession({ app, mount, deps, cookies }: Context): void {
  registerBackchannelLogout({ app, deps })
  const { db, env, identity, live } = deps
  const isOwner = (email: string | null, verified: boolean) =>
    verified && email !== null && env.adminEmails.includes(email.toLowerCase())

  // No HEAD routes: they would have the effect without an answer.
  const navigation = { exposeHeadRoute: false, errorHandler: sendFailure }

  app.get<{ Querystring: LoginQuery }>(
    LOGIN_PATH,
    {
      ...navigation,
      schema: { querystring: LoginQuery, hide: true },
      config: { rateLimit: { max: Math.min(env.rateLimitPerMinute, ATTEMPTS_PER_MINUTE) } },
    },
    async (request, reply) => {
      // Somebody who is signed in at the provider would otherwise be signed in here without having asked for it.
      if (isFromOtherSite(request)) return askFirst(request, reply)
      const { returnTo, screen } = request.query
      const isAgain = screen === 'again'
      const { url, ...start } = await identity.startSignIn({
        createAccount: screen === 'create',
        isAgain,
      })
      const token = browserToken(request, cookies) ?? newToken()
      await createAttempt(db, attemptHash(token, start.state), {
        ...start,
        isAgain,
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
          isOwner: isOwner(claims.email, claims.emailVerified),
        })
        if (found.isNew && claims.emailVerified) {
          const email = welcomeEmail(claims.firstName, env.publicUrl)
          await queueEmail(trx, deps, { to: claims.email, ...email })
        }
        return found
      })
      const source = sourceOf(request)
      if (user.isSuspended) {
        await insertAccountEvent(db, { userId: user.id, kind: 'sign_in_refused', source })
        const suspension = await findSuspension(db, user.id)
        return sendSuspended(request, reply, suspension)
      }
      const token = newToken()
      const device = knownToken(request.cookies[cookies.device]) ?? newToken()
      await openSession(deps, {
        user: { ...user, email: claims.emailVerified ? claims.email : null },
        session: {
          tokenHash: hashToken(token),
          replaces: tokenHashOf(request, cookies),
          idToken: claims.idToken,
          providerSid: claims.sid,
          signedInAt: provenBefore(claims.provenAt, deps.now()),
        },
        deviceHash: hashToken(`${device}.${user.id}`),
        source,
      })
      setCookie(reply, cookies, cookies.session, token, ABSOLUTE_LIMIT_SECONDS)
      setCookie(reply, cookies, cookies.device, device, DEVICE_LIMIT_SECONDS, CALLBACK_PATH)
      return redirect(reply, user.isDeleted ? RESTORE_PATH : attempt.returnTo)
    },
  )

  app.get(LOGOUT_PATH, { ...navigation, schema: { hide: true } }, async (request, reply) => {
    refuseOtherSites(request)
    refusePrefetch(request)
    const tokenHash = tokenHashOf(request, cookies)
    const ended = tokenHash === null ? null : await deleteSession(db, tokenHash, sourceOf(request))
    setCookie(reply, cookies, cookies.session, '', 0)
    // Drafts, unsent messages and recent searches, which the next person at this browser could read.
    void reply.header('clear-site-data', '"storage"')
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

  mount(checkFresh, () => Promise.resolve(null))

  deps.jobs.work('session.sweep', () => sweepSessions(db), { schedule: '*/10 * * * *' })
}

const askFirst = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPlainPage(reply, 200, {
    heading: 'Log in to Plinth?',
    text: 'Another site sent you here. Log in if that’s what you want to do.',
    actions: `<a class="primary" href="${escapeHtml(request.url)}">Log in</a><a href="/">Go to Plinth</a>`,
  })

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

/**
 * When they proved who they are, and at the latest now, because the provider's clock may be ahead of ours. If the
 * provider does not say when, it may have been long ago, so the sign-in is not fresh.
 */
const provenBefore = (proven: Date | null, now: Date): Date => {
  if (proven === null) return new Date(now.getTime() - FRESH_MINUTES * 60_000 - 1)
  return proven > now ? now : proven
}

const newToken = () => randomBytes(32).toString('base64url')

/** The token for all sign-in attempts of a browser, so that two tabs can sign in at the same time. */
const browserToken = (request: FastifyRequest, cookies: CookieNames): string | null =>
  knownToken(request.cookies[cookies.signIn])

/** The value of a cookie if it can be one of our tokens. */
const knownToken = (token = ''): string | null => (/^[\w-]{43}$/.test(token) ? token : null)

const attemptHash = (token: string, state: string) => hashToken(`${token}.${state}`)

function setCookie(
  reply: FastifyReply,
  cookies: CookieNames,
  name: string,
  value: string,
  maxAge: number,
  path = '/',
): void {
  void reply.setCookie(name, value, {
    path,
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
  request.refusal = known.code
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
