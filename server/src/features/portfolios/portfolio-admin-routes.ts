import {
  deleteAnyWork,
  listAdminWorks as listAdminWorksCall,
  moderateWork,
} from '@plinth/contract/moderation/admin.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import { changesOf } from '../../core/audit/audit-queries.ts'
import type { Removal, TakedownActions } from '../../core/audit/takedowns.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import type { Database } from '../../db/pool.ts'
import {
  findAdminWork,
  findEditableFields,
  listAdminWorks,
  setFeatured,
  takeDownWork,
  putBackWork,
  type ModeratedWork,
} from './portfolio-admin-queries.ts'
import { lockWork, updateWork, lockAnyWork } from './portfolio-write-queries.ts'

/** What admins do with everybody's works. `onChange` is called after lists of works may have changed. */
export function registerWorkModeration(
  { mount, deps }: Pick<Context, 'mount' | 'deps'>,
  { remove, onChange }: { remove: Removal; onChange: () => void },
): void {
  const { db } = deps

  mount(
    listAdminWorksCall,
    ({ viewer, query: { filter = 'all', search = '', cursor, limit = PAGE_SIZE } }) =>
      listAdminWorks(db, {
        adminId: viewer.id,
        filter,
        search: search.trim(),
        limit,
        after: decodeTimeCursor(cursor, filter),
      }),
  )

  mount(moderateWork, async ({ params: { id }, body, viewer, request }) => {
    const { isFeatured, title, description } = body
    await db.transaction().execute(async (trx) => {
      orNotFound(await lockWork(trx, { id: viewer.id, isAdmin: true }, id))
      const before = await findEditableFields(trx, id)
      await updateWork(trx, id, { title: title?.trim(), description: description?.trim() })
      if (isFeatured !== undefined && !(await setFeatured(trx, viewer.id, { id, isFeatured }))) {
        throw new AppError(
          'conflict',
          'This work is taken down. Put it back before you feature it.',
        )
      }
      const changes = changesOf({ ...before }, { ...(await findEditableFields(trx, id)) })
      if (Object.keys(changes.after).length === 0) return
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'portfolio.moderate',
        subjectKind: 'portfolio',
        subjectId: id,
        ...changes,
      })
    })
    onChange()
    return orNotFound(await findAdminWork(db, viewer.id, id))
  })

  mount(deleteAnyWork, async ({ params: { id }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const notify = orNotFound(await db.transaction().execute((trx) => remove(trx, act, id)))
    notify()
    return null
  })
}

/** Takes works down and puts them back. A work that is down is hidden: its creator and admins still see it. */
export const workTakedown = (
  { now }: Pick<Deps, 'now'>,
  onChange: () => void,
): TakedownActions => ({
  takeDown: async (trx, act, { id, reason }) => {
    await lockAnyWork(trx, id)
    const before = await takeDownWork(trx, { id, reason, at: now() })
    if (before === undefined) return null
    await audit(trx, act, 'portfolio.take_down', { id, before, after: { reason } })
    return onChange
  },
  putBack: async (trx, act, id) => {
    await lockAnyWork(trx, id)
    const before = await putBackWork(trx, id)
    if (before === undefined) return null
    await audit(trx, act, 'portfolio.put_back', { id, before, after: null })
    return onChange
  },
})

const audit = (
  trx: Database,
  act: AdminAct | null,
  action: 'portfolio.take_down' | 'portfolio.put_back',
  { id, before, after }: { id: string; before: ModeratedWork; after: { reason: string } | null },
): Promise<void> =>
  insertAudit(trx, {
    act,
    action,
    subjectKind: 'portfolio',
    subjectId: id,
    before: { ...before },
    after,
  })
