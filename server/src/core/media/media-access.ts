import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../db/pool.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { findAccess, type Access } from './media-access-queries.ts'

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
  const expires = typeof query.expires === 'string' ? query.expires : ''
  const access = await findAccess(db, { mediaId, name, expires })
  if (access === null) throw notFound()
  if (!access.isPrivate) return access
  if (typeof query.signature !== 'string' || query.signature === '') throw notFound()
  const isOver = !UNIX_TIME.test(expires) || Number(expires) * 1_000 < Date.now()
  if (isOver || !isSame(query.signature, access.signature)) {
    throw new AppError(
      'auth.forbidden',
      'This link to a private file is not good any more. Open the post or message again.',
    )
  }
  return access
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
