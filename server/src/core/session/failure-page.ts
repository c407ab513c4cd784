import { statusOfCode } from '@plinth/contract/errors.ts'
import { LOGIN_PATH } from '@plinth/contract/session.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { sendError, toAppError } from '../../http/errors.ts'
import { sendSmallPage } from '../../http/small-page.ts'

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
