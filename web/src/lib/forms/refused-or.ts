import { ApiError, sentenceOf } from '../api/api-error.ts'

/** The server's sentence where it refused something for a reason; the given one where it failed or did not answer. */
export const refusedOr = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
    ? sentenceOf(error, otherwise)
    : otherwise
