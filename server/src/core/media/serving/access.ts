import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../../db/pool.ts'
import { AppError, notFound } from '../../../http/errors.ts'
import { findAccess, type Access } from '../media-queries.ts'

export interface LinkQuery {
  expires?: unknown
  signature?: unknown
}

const UNIX_TIME = /^\d{1,12}$/

/** What was found of a file that may be sent. */
export type Admitted = Pick<Access, 'isPrivate' | 'fileName' | 'version'>

/**
 * Lets a request for a file pass, and answers what there is to know of it. To whom has no link of ours a private
 * file is not there; a link that is over or was altered says so.
 */
export async function checkAccess(
  db: Database,
  { mediaId, name, query }: { mediaId: string; name: string; query: LinkQuery },
): Promise<Admitted> {
  const expires = expiresOf(query)
  const access = await findAccess(db, { mediaId, name, expires })
  if (access === null) throw notFound()
  if (!access.isPrivate) return access
  if (typeof query.signature !== 'string' || query.signature === '') throw notFound()
  if (isExpired(query) || !isSigned(query, access.signature)) {
    throw new AppError(
      'auth.forbidden',
      'This link to a private file is not good any more. Open the post or message again.',
    )
  }
  return access
}

/** Until when a link says that it is good; empty where it does not say. */
export const expiresOf = ({ expires }: LinkQuery): string =>
  typeof expires === 'string' ? expires : ''

export function isExpired(query: LinkQuery): boolean {
  const expires = expiresOf(query)
  return !UNIX_TIME.test(expires) || Number(expires) * 1_000 < Date.now()
}

export const isSigned = ({ signature }: LinkQuery, right: string): boolean =>
  typeof signature === 'string' && isSame(signature, right)

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
