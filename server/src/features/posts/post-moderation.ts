import { insertAudit, type AdminAct, changesOf } from '../../core/audit/audit-queries.ts'
import type { Database } from '../../db/pool.ts'
import { AppError } from '../../http/errors.ts'
import { isDown } from './post-standing-queries.ts'
import { moderatePost, type Moderated, type Moderation } from './post-write-queries.ts'

/** What an admin says of a post, with its row in the audit log. Null when there is none. */
export async function moderate(
  trx: Database,
  act: AdminAct,
  id: string,
  moderation: Moderation,
): Promise<Moderated | null> {
  const moderated = await moderatePost(trx, act.adminId, id, moderation)
  if (moderated === null) {
    if (await isDown(trx, id)) {
      throw new AppError('conflict', 'This post is taken down. Put it back before you feature it.')
    }
    return null
  }
  await insertAudit(trx, {
    act,
    action: 'post.moderate',
    subjectKind: 'post',
    subjectId: id,
    ...changesOf({ ...moderated.before }, { ...moderated.after }),
  })
  return moderated
}
