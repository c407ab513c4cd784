import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../../db/pool.ts'
import { AppError, notFound, orNotFound } from '../../../http/errors.ts'
import { findAccess, type Access } from '../media-queries.ts'
import { LONGEST_LINK_SECONDS } from '../media-sql.ts'

export interface LinkQuery {
  expires?: unknown
  signature?: unknown
}

const UNIX_TIME = /^\d{1,12}$/
/** How far the clocks of the database, which signs, and of this server may be apart. */
const SKEW_SECONDS = 60

/** What is known of a file that may be sent. */
export type Admitted = Pick<
  Access,
  'isPrivate' | 'isReserved' | 'fileName' | 'version' | 'carriesReservation'
>

/**
 * Checks a request for a file. Without a signed link, a private file does not exist (404); an expired or altered link is
 * refused with a reason (403).
 */
export async function checkAccess(
  db: Database,
  { mediaId, name, query }: { mediaId: string; name: string; query: LinkQuery },
): Promise<Admitted> {
  const expires = expiresOf(query)
  const access = orNotFound(await findAccess(db, { mediaId, name, expires }))
  if (!access.isPrivate) return access
  if (typeof query.signature !== 'string' || query.signature === '') throw notFound()
  if (isExpired(query) || !isSigned(query, access.signature)) {
    throw new AppError('auth.forbidden', 'This link has expired. Open the post or message again.')
  }
  return access
}

/** The expiry that a link claims; empty when it has none. */
export const expiresOf = ({ expires }: LinkQuery): string =>
  typeof expires === 'string' ? expires : ''

/** A link that expires later than any that is made now was made while the clock was ahead, and has expired as well. */
export function isExpired(query: LinkQuery): boolean {
  const expires = expiresOf(query)
  if (!UNIX_TIME.test(expires)) return true
  const left = Number(expires) - Date.now() / 1_000
  return left < 0 || left > LONGEST_LINK_SECONDS + SKEW_SECONDS
}

export const isSigned = ({ signature }: LinkQuery, expected: string): boolean =>
  typeof signature === 'string' && isSame(signature, expected)

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
