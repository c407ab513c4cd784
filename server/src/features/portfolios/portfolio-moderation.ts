import {
  deleteAnyWork,
  listAdminWorks as listAdminWorksCall,
  moderateWork,
} from '@plinth/contract/moderation/admin.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { insertAudit, changesOf } from '../../core/audit/audit-queries.ts'
import type { Removal } from '../../core/audit/takedowns.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { findAdminWork, findFacts, listAdminWorks, setFeatured } from './portfolio-admin-queries.ts'
import { holdWork, updateWork } from './portfolio-write-queries.ts'

/** What admins do with the works of everybody. `onChange` is called after lists of works may have changed. */
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
      const held = await holdWork(trx, { id: viewer.id, isAdmin: true }, id)
      if (held === undefined) throw notFound()
      const before = await findFacts(trx, id)
      await updateWork(trx, id, { title: title?.trim(), description: description?.trim() })
      if (isFeatured !== undefined && !(await setFeatured(trx, viewer.id, { id, isFeatured }))) {
        throw new AppError(
          'conflict',
          'This work is taken down. Put it back before you feature it.',
        )
      }
      const changes = changesOf({ ...before }, { ...(await findFacts(trx, id)) })
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
    const work = await findAdminWork(db, viewer.id, id)
    if (work === null) throw notFound()
    return work
  })

  mount(deleteAnyWork, async ({ params: { id }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const tell = await db.transaction().execute((trx) => remove(trx, act, id))
    if (tell === null) throw notFound()
    tell()
    return null
  })
}
