import { ApiError } from '../../lib/api/api.ts'

/** The server wants to see a fresh sign-in first. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'auth.stale'
