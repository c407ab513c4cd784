import { errorsOf } from '@plinth/contract/http/endpoint-errors.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { quoted, shownName } from '@plinth/contract/http/refusals.ts'
import { statusOfCode, type ErrorBody, type ErrorCode } from '@plinth/contract/http/errors.ts'
import { overLimitSentence, type OverLimit } from '@plinth/contract/people/levels.ts'
import { isDiskFull, lacksSomething } from '../gateways/process/machine.ts'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify'

/** The one way to fail on purpose. The message is shown to a person. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>
  /** The status of the code, unless a protocol such as tus demands another one. */
  readonly status: number

  constructor(
    code: ErrorCode,
    message: string,
    extra: {
      fields?: Record<string, string>
      headers?: Record<string, string>
      status?: number
    } = {},
  ) {
    super(message)
    this.code = code
    this.fields = extra.fields
    this.headers = extra.headers ?? {}
    this.status = extra.status ?? statusOfCode[code]
  }
}

/** Somebody did the same before, so there is nothing left to do. */
export class AlreadyDone extends AppError {
  constructor(message: string) {
    super('conflict', message)
  }
}

/** Says the same whether the thing never existed or the viewer may not see it. */
export const notFound = () => new AppError('not_found', 'There is nothing here.')

/** Returns the value. Throws a 404 if it is null or undefined. */
export function orNotFound<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw notFound()
  return value
}

/** Refuses one field of a request. The sentence is shown at the field. */
export const invalidField = (field: string, sentence: string): AppError =>
  new AppError('input.invalid', sentence, { fields: { [shownName(field)]: sentence } })

/** For text with U+0000 in it, which PostgreSQL cannot store. */
export const unstorable = (field: string): AppError =>
  invalidField(field, `${quoted(field)} holds a character that cannot be stored (U+0000).`)

/** Database constraints that a person can violate, and the error they get. */
const constraintErrors: Record<string, [ErrorCode, string]> = {
  portfolio_items_media_id_fkey: [
    'not_found',
    'That upload no longer exists. Upload the file again.',
  ],
  portfolio_items_upload: [
    'conflict',
    'This file is the cover of another work. Choose another one.',
  ],
  portfolio_likes_item_id_fkey: ['not_found', 'There is nothing here.'],
  portfolio_saves_item_id_fkey: ['not_found', 'There is nothing here.'],
  posts_portfolio_id_fkey: ['not_found', 'That work no longer exists.'],
  post_media_media_id_fkey: ['not_found', 'That upload no longer exists. Upload the file again.'],
  message_media_media_id_fkey: [
    'not_found',
    'That upload no longer exists. Upload the file again.',
  ],
  project_media_media_id_fkey: [
    'not_found',
    'That upload no longer exists. Upload the file again.',
  ],
  case_proof_media_media_id_fkey: [
    'not_found',
    'That upload no longer exists. Upload the file again.',
  ],
  case_study_media_media_id_fkey: [
    'not_found',
    'One of these files no longer exists. Upload it again.',
  ],
  board_items_media_id_fkey: ['not_found', 'That upload no longer exists. Upload the file again.'],
  board_items_media: [
    'conflict',
    'This picture is on another board. Upload it again for this one.',
  ],
  held_texts_receiver_id_fkey: ['not_found', 'There is nothing here.'],
  held_texts_post_id_fkey: ['not_found', 'There is nothing here.'],
  messages_item_id_fkey: ['not_found', 'That work no longer exists.'],
  post_likes_post_id_fkey: ['not_found', 'There is nothing here.'],
  post_saves_post_id_fkey: ['not_found', 'There is nothing here.'],
  post_shares_post_id_fkey: ['not_found', 'There is nothing here.'],
  notices_post_id_fkey: ['not_found', 'There is nothing here.'],
  notices_item_id_fkey: ['not_found', 'There is nothing here.'],
  comments_parent_id_fkey: ['not_found', 'There is nothing here.'],
  users_handle: [
    'conflict',
    'This handle belongs to somebody else, looks like theirs, or is reserved.',
  ],
  canned_answers_once: [
    'conflict',
    'There’s already an answer with this name. Choose another one.',
  ],
  comment_likes_comment_id_fkey: ['not_found', 'There is nothing here.'],
}

const fastifyErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['media.too_large', 'That’s too large to send here.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'media.unsupported',
    'This call doesn’t take this content type.',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: ['input.invalid', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['input.invalid', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'input.invalid',
    'The body doesn’t have the length that Content-Length gives.',
  ],
}

interface DatabaseError {
  code?: string
  constraint?: string
  detail?: string
}

/**
 * Connection errors, no answer, statement timeouts, lock timeouts, a disk of the database that fails (58030), and a primary
 * that has just been replaced (25006): sending the request again may work.
 */
const isPassing = (error: DatabaseError & Error): boolean =>
  /^(08|53|57P0|57014|58030|55P03|40001|40P01|25006)/.test(error.code ?? '') ||
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(error.code ?? '') ||
  /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(
    error.message,
  )

export function toAppError(error: FastifyError & DatabaseError): AppError {
  if (error instanceof AppError) return error
  if (error.constraint === 'daily_counts_limit' && error.detail !== undefined)
    return overDailyLimit(JSON.parse(error.detail) as OverLimit)
  const known = constraintErrors[error.constraint ?? ''] ?? fastifyErrors[error.code]
  if (known) return new AppError(...known)
  if (error.statusCode === 429) return tooManyRequests()
  if (isDiskFull(error)) {
    return new AppError('storage.full', 'Our storage is full. Nothing was saved. Try again later.')
  }
  if (isPassing(error) || lacksSomething(error) || error.statusCode === 503) {
    return busy()
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('input.invalid', 'We couldn’t read this request. Check it and try again.')
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.')
}

export const tooManyRequests = (headers: Record<string, string> = {}) =>
  new AppError('rate.limited', 'Too many requests in a short time. Wait a moment and try again.', {
    headers,
  })

/**
 * The error for a limit that somebody has reached, with a `retry-after` header. `message` gets the waiting time in
 * words: minutes up to an hour, hours above it.
 */
export function rateLimited(seconds: number, message: (time: string) => string): AppError {
  const minutes = Math.ceil(seconds / 60)
  const time =
    minutes > 60
      ? `${Math.ceil(minutes / 60)} hours`
      : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return new AppError('rate.limited', message(time), { headers: { 'retry-after': `${seconds}` } })
}

const overDailyLimit = (over: OverLimit): AppError =>
  rateLimited(over.waitSeconds, (time) => overLimitSentence(over, time))

export const busy = () =>
  new AppError('unavailable', 'Plinth is busy right now. Try again in a moment.', {
    headers: { 'retry-after': '2' },
  })

export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
): FastifyReply {
  request.refusal = error.code
  const body: ErrorBody = {
    message: error.message,
    code: error.code,
    ...(error.fields ? { fields: error.fields } : {}),
    requestId: request.id,
  }
  return (
    reply
      .code(error.status)
      .headers(error.headers)
      .header('cache-control', 'no-store')
      // Bad URLs are answered before the hook that sets this header runs.
      .header('x-request-id', request.id)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  )
}

/** Answers malformed URLs such as `/%`, for which no hook runs. */
export const answerBadUrl = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => void sendError(request, reply.headers(reply.server.securityHeaders), toAppError(error))

/** For a 500 the caller gets only the request id; the error itself goes to the log. */
export function answerError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = toAppError(error as FastifyError)
  if (known.code === 'internal') request.log.error({ err: error }, 'request failed')
  else if (known.code === 'unavailable') request.log.warn({ err: error }, 'request turned away')
  return sendError(request, reply, known)
}

/** Sets the error handler of the whole app. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
}

type ErrorHandler = NonNullable<RouteOptions['errorHandler']>

/**
 * An error handler for one endpoint. It logs error codes that the contract does not declare. With `isStrict` it turns
 * them into a 500, so that a test of the call fails.
 */
export function declaredErrors(endpoint: EndpointDefinition, isStrict: boolean): ErrorHandler {
  const declared = new Set<ErrorCode>(errorsOf(endpoint))
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { code } = toAppError(error)
    if (declared.has(code)) {
      answerError(error, request, reply)
      return
    }
    const undeclared = new Error(
      `${endpoint.method} ${endpoint.path} answers ${code}, which its contract does not declare`,
      { cause: error },
    )
    if (!isStrict) request.log.error({ err: undeclared }, 'undeclared error')
    answerError(isStrict ? undeclared : error, request, reply)
  }
}
