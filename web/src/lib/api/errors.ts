import type { ErrorCode } from '@plinth/contract/http/errors.ts'

/**
 * Thrown by every failed call. `message` is `{status}: {body text}`, `detail` the sentence to show to a person, and
 * `fields` the problems of single form fields. Status 0 means that no response came at all.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | 'network' | 'unknown'
  readonly detail: string
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  /** A guest called, who has no session that could end. */
  readonly isGuests: boolean

  constructor(status: number, text: string, isGuests = false) {
    super(`${status}: ${text}`)
    const body = readErrorBody(text)
    this.status = status
    this.code = body?.code ?? (status === 0 ? 'network' : 'unknown')
    this.detail = body?.message ?? ''
    this.fields = body?.fields ?? {}
    this.requestId = body?.requestId
    this.isGuests = isGuests
  }
}

interface ReadBody {
  message: string
  code: ErrorCode | 'network'
  fields?: Record<string, string>
  requestId?: string
}

function readErrorBody(text: string): ReadBody | null {
  try {
    const body = JSON.parse(text) as Partial<ReadBody> | null
    return body && typeof body.message === 'string' && typeof body.code === 'string'
      ? (body as ReadBody)
      : null
  } catch {
    return null
  }
}

/** The server's sentence, or the given one if it sent none. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.detail !== '' ? error.detail : otherwise

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401

/** Whether the session of whoever called has ended. */
export const hasLeft = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && !error.isGuests

/** Whether a file is a document that is named as something else. */
export const isMisnamed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'media.misnamed'
/** Whether the call needs a fresh sign-in. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'auth.stale'

/** Whether the person is asked to sign in because of it, so that no form has to say anything. */
export const asksToSignIn = (error: unknown): boolean => isUnauthorized(error) || isStale(error)

/** The error for a call that got no response at all. */
export const unreachable = () =>
  new ApiError(
    0,
    JSON.stringify({
      code: 'network',
      message: 'We can’t reach Plinth. Check your connection and try again.',
    }),
  )

/** Whether the error means that an id does not exist or is malformed. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** The server's sentence if it refused the call (4xx); the given one if it failed or did not respond. */
export const refusedOr = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
    ? sentenceOf(error, otherwise)
    : otherwise
