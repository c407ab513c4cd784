import { statusOfCode } from '@plinth/contract/http/errors.ts'
import { LOGIN_PATH } from '@plinth/contract/people/session.ts'
import type { Suspension } from '../users/suspension-queries.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, sendError, toAppError } from '../../http/errors.ts'
import { sendSmallPage } from '../../http/small-page.ts'

const SUSPENDED = 'This account is suspended and cannot sign in.'

/** A browser goes on to the page that says why and takes an appeal, and that can be loaded again. */
export function sendSuspended(
  request: FastifyRequest,
  reply: FastifyReply,
  suspension: Suspension | null,
): FastifyReply {
  if (request.headers.accept?.includes('text/html') && suspension !== null)
    return reply.header('cache-control', 'no-store').redirect(suspension.appealPath, 303)
  // Null: it was taken back this very moment.
  const sentence = suspension === null ? 'Please sign in again.' : SUSPENDED
  return sendFailure(new AppError('auth.forbidden', sentence), request, reply)
}

/** A browser on its way through sign-in gets a page it can read; other callers get the usual JSON. */
export function sendFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = toAppError(error)
  if (known.code === 'internal') request.log.error({ err: error }, 'sign-in failed')
  else if (error.cause !== undefined) request.log.warn({ err: error.cause }, 'sign-in turned away')
  if (!request.headers.accept?.includes('text/html')) return sendError(request, reply, known)
  return sendSmallPage(reply.headers(known.headers), statusOfCode[known.code], {
    heading: 'Sign-in did not work',
    text: known.message,
    actions: `<a class="primary" href="${LOGIN_PATH}">Try again</a><a href="/">Back to Plinth</a>`,
    note: `Request ${request.id}`,
  })
}
