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
        throw new AppError('conflict', 'This work is down. Put it back before you feature it.')
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

/** The posts that show a work alone. They go down with it, and come back with it. */
export interface PostsOfTakedown {
  lockOf: (trx: Database, workId: string) => Promise<string[]>
  takeDown: (
    trx: Database,
    taken: { ids: string[]; reason: string; at: Date },
  ) => Promise<() => void>
  putBack: (trx: Database, workId: string) => Promise<() => void>
}

/** Takes works down and puts them back. A work that is down is hidden: its creator and admins still see it. */
export function workTakedown(
  { now }: Pick<Deps, 'now'>,
  posts: PostsOfTakedown,
  onChange: () => void,
): TakedownActions {
  /** Posts before works, as everybody locks them. */
  const lock = async (trx: Database, id: string): Promise<string[]> => {
    const ids = await posts.lockOf(trx, id)
    await lockAnyWork(trx, id)
    return ids
  }
  return {
    lock: async (trx, id) => void (await lock(trx, id)),
    takeDown: async (trx, act, { id, reason }) => {
      const ids = await lock(trx, id)
      const at = now()
      const before = await takeDownWork(trx, { id, reason, at })
      if (before === undefined) return null
      const notify = await posts.takeDown(trx, { ids, reason, at })
      await audit(trx, act, 'portfolio.take_down', { id, before, after: { reason } })
      return () => {
        onChange()
        notify()
      }
    },
    putBack: async (trx, act, id) => {
      await lock(trx, id)
      const before = await putBackWork(trx, id)
      if (before === undefined) return null
      const notify = await posts.putBack(trx, id)
      await audit(trx, act, 'portfolio.put_back', { id, before, after: null })
      return () => {
        onChange()
        notify()
      }
    },
  }
}

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
