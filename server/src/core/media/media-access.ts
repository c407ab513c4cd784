import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../db/pool.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { findAccess } from './media-access-queries.ts'

export interface LinkQuery {
  expires?: unknown
  signature?: unknown
}

const UNIX_TIME = /^\d{1,12}$/

/**
 * Lets a request for a file pass, and answers whether the file is private. To whom has no link of ours a private
 * file is not there; a link that is over or was altered says so.
 */
export async function checkAccess(
  db: Database,
  { mediaId, query }: { mediaId: string; query: LinkQuery },
): Promise<{ isPrivate: boolean }> {
  const expires = typeof query.expires === 'string' ? query.expires : ''
  const access = await findAccess(db, { mediaId, expires })
  if (access === null) throw notFound()
  if (!access.isPrivate) return { isPrivate: false }
  if (typeof query.signature !== 'string' || query.signature === '') throw notFound()
  const isOver = !UNIX_TIME.test(expires) || Number(expires) * 1_000 < Date.now()
  if (isOver || !isSame(query.signature, access.signature)) {
    throw new AppError(
      'auth.forbidden',
      'This link to a private file is not good any more. Open the post again.',
    )
  }
  return { isPrivate: true }
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
