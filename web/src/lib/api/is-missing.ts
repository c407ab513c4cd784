import { ApiError } from './api-error.ts'

/** An id that names nothing, or that cannot name anything. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
