import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import { changesOf } from '../../core/audit/changes.ts'
import type { Database } from '../../db/pool.ts'
import { AppError } from '../../http/errors.ts'
import { isTakenDown, takeDownPost, putBackPost } from './post-admin-queries.ts'
import { moderatePost, type Moderated, type Moderation } from './post-write-queries.ts'
import type { Standing } from '../../core/audit/take-down.ts'
import type { Deps } from '../../deps.ts'

/** What an admin says of a post, with its row in the audit log. Null when there is none. */
export async function moderate(
  trx: Database,
  act: AdminAct,
  id: string,
  moderation: Moderation,
): Promise<Moderated | null> {
  const moderated = await moderatePost(trx, act.adminId, id, moderation)
  if (moderated === null) {
    if (await isTakenDown(trx, id)) {
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

/** How posts are taken down and put back: hidden, so that their author and admins still have them. */
export const postTakedown = (
  { live, now }: Pick<Deps, 'live' | 'now'>,
  onChange: () => void,
): Standing => ({
  takeDown: async (trx, act, { id, reason }) => {
    const hidden = await takeDownPost(trx, { id, reason, at: now() })
    if (hidden === undefined) return null
    const { wasVisible, ...before } = hidden
    const audited = { action: 'post.take_down', subjectKind: 'post', subjectId: id } as const
    await insertAudit(trx, { act, ...audited, before, after: { reason } })
    return () => {
      onChange()
      if (wasVisible) live.postGone(id)
    }
  },
  putBack: async (trx, act, id) => {
    const before = await putBackPost(trx, id)
    if (before === undefined) return null
    const audited = { action: 'post.put_back', subjectKind: 'post', subjectId: id } as const
    await insertAudit(trx, { act, ...audited, before: { ...before } })
    return onChange
  },
})
