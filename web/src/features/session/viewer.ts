import { getViewer } from '@plinth/contract/people/session.ts'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { isUnauthorized } from '../../lib/api/errors.ts'
import { call } from '../../lib/api/api.ts'

/** The signed-in person; null without a session, as being a visitor is no error. */
export async function fetchViewer(signal: AbortSignal): Promise<OwnUser | null> {
  try {
    return await call(getViewer, { signal })
  } catch (error) {
    if (isUnauthorized(error)) return null
    throw error
  }
}
