import { insertAudit } from '../../core/audit/audit-queries.ts'
import type { TakedownActions } from '../../core/audit/takedowns.ts'
import type { Deps } from '../../deps.ts'
import { hidePost, showPost } from './post-standing-queries.ts'

/** How posts are taken down and put back: hidden, so that their author and admins still have them. */
export const postStanding = (
  { live, now }: Pick<Deps, 'live' | 'now'>,
  onChange: () => void,
): TakedownActions => ({
  takeDown: async (trx, act, { id, reason }) => {
    const hidden = await hidePost(trx, { id, reason, at: now() })
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
    const before = await showPost(trx, id)
    if (before === undefined) return null
    const audited = { action: 'post.put_back', subjectKind: 'post', subjectId: id } as const
    await insertAudit(trx, { act, ...audited, before: { ...before } })
    return onChange
  },
})
