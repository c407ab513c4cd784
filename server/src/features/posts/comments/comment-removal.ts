import { insertAudit, type AdminAct } from '../../../core/audit/audit-queries.ts'
import type { Database } from '../../../db/pool.ts'
import { AppError } from '../../../http/errors.ts'
import { findRights, removeComment } from './comment-write-queries.ts'

export interface Removed {
  postId: string
  /** Whose notifications of it went. */
  told: string[]
}

/**
 * Removes a comment in somebody's name, and says so in the audit log where they may only as an admin. Null when there
 * is none that they see.
 */
export async function removeAs(trx: Database, act: AdminAct, id: string): Promise<Removed | null> {
  const rights = await findRights(trx, act.adminId, id)
  if (rights === undefined) return null
  const { postId, mayRemove, isForeign, content } = rights
  if (!mayRemove) throw new AppError('auth.forbidden', 'This comment is not yours to remove.')
  const told = await removeComment(trx, { postId, id })
  if (told === null) return null
  if (isForeign) {
    await insertAudit(trx, {
      act,
      action: 'comment.delete',
      subjectKind: 'comment',
      subjectId: id,
      before: { postId, content },
    })
  }
  return { postId, told }
}
