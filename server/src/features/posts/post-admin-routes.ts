import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { deleteAnyPost, listAdminPosts, type AdminPost } from '@plinth/contract/moderation/admin.ts'
import { approvePosts } from '@plinth/contract/moderation/bulk.ts'
import { moderatePost } from '@plinth/contract/posts/posts.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import { changesOf } from '../../core/audit/audit-queries.ts'
import { judgeEach } from '../../core/audit/bulk.ts'
import type { TakedownActions } from '../../core/audit/takedowns.ts'
import type { Database } from '../../db/pool.ts'
import type { Context, Deps } from '../../deps.ts'
import { AlreadyDone, AppError, orNotFound } from '../../http/errors.ts'
import { Page, type BuiltJson } from '../../http/mount.ts'
import { cursorAfter, decodePosition, isMicroseconds } from '../../http/paging.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  findAdminPosts,
  findTakedown,
  lockAnyPost,
  putBackPost,
  takeDownPost,
  updateModeration,
  type Moderated,
  type Moderation,
} from './post-admin-queries.ts'

interface PostActions {
  /** Deletes a post as its author or an admin. */
  remove: (viewer: Viewer, id: string, requestId: string) => Promise<null>
  read: (viewerId: string, id: string) => Promise<BuiltJson>
  /** Called after lists of posts may have changed. */
  onChange: () => void
}

/** What admins do with everybody's posts. */
export function registerPostModeration(
  { mount, deps }: Pick<Context, 'mount' | 'deps'>,
  { remove, read, onChange }: PostActions,
): void {
  const { db, live } = deps
  const announce = (id: string, { wasVisible, isVisible }: Moderated) => {
    onChange()
    if (wasVisible && !isVisible) live.postGone(id)
  }

  mount(deleteAnyPost, ({ params, viewer, request }) => remove(viewer, params.id, request.id))
  mount(listAdminPosts, ({ viewer, query }) => listForAdmins(db, viewer.id, query))

  mount(moderatePost, async ({ params, body, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const moderation = {
      ...body,
      title: body.title?.trim(),
      description: body.description?.trim(),
    }
    const moderated = orNotFound(
      await db.transaction().execute((trx) => moderate(trx, act, params.id, moderation)),
    )
    announce(params.id.toLowerCase(), moderated)
    return read(viewer.id, params.id)
  })

  mount(approvePosts, ({ body: { ids, isApproved }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    return judgeEach(ids, request.log, async (id) => {
      const moderated = await db.transaction().execute(async (trx) => {
        const found = orNotFound(await moderate(trx, act, id, { isApproved }))
        if (found.before.isApproved !== found.after.isApproved) return found
        throw new AlreadyDone(isApproved ? 'It’s already approved.' : 'It’s already waiting.')
      })
      announce(id, moderated)
    })
  })
}

/** Changes a post and writes the audit log. Null when there is no such post. */
async function moderate(
  trx: Database,
  act: AdminAct,
  id: string,
  moderation: Moderation,
): Promise<Moderated | null> {
  const moderated = await updateModeration(trx, act.adminId, id, moderation)
  if (moderated === null) {
    if (await findTakedown(trx, id)) {
      throw new AppError('conflict', 'This post is down. Put it back before you feature it.')
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

/** Takes posts down and puts them back. A post that is down is hidden: its author and admins still see it. */
export const postTakedown = (
  { live, now }: Pick<Deps, 'live' | 'now'>,
  onChange: () => void,
): TakedownActions => ({
  lock: lockAnyPost,
  takeDown: async (trx, act, { id, reason }) => {
    await lockAnyPost(trx, id)
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
    await lockAnyPost(trx, id)
    const before = await putBackPost(trx, id)
    if (before === undefined) {
      if ((await findTakedown(trx, id))?.isWithWork === true)
        throw new AppError('conflict', 'This post was taken down with its work. Put the work back.')
      return null
    }
    const audited = { action: 'post.put_back', subjectKind: 'post', subjectId: id } as const
    await insertAudit(trx, { act, ...audited, before: { ...before } })
    return onChange
  },
})

/** A position before the first entry of every list by time: it lies in the year 2255. */
const TOP: [number, string] = [Number.MAX_SAFE_INTEGER, 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/** A page of posts for admins. `all` is two lists in a row: first the pending posts, then the approved. */
async function listForAdmins(
  db: Database,
  adminId: string,
  { filter = 'all', search = '', cursor, limit = PAGE_SIZE }: QueryOf<typeof listAdminPosts>,
): Promise<Page<AdminPost>> {
  const all = { adminId, search: search.trim() }
  if (filter !== 'all') {
    const after = decodePosition(cursor, [filter], isMicroseconds)
    const { posts, last } = await findAdminPosts(db, { ...all, part: filter, limit, after })
    return new Page(posts, cursorAfter(filter, last))
  }
  const after = decodePosition(cursor, ['pending', 'approved'], isMicroseconds)
  if (after?.order === 'approved') {
    const { posts, last } = await findAdminPosts(db, { ...all, part: 'approved', limit, after })
    return new Page(posts, cursorAfter('approved', last))
  }
  const pending = await findAdminPosts(db, { ...all, part: 'pending', limit, after })
  if (pending.last !== null) return new Page(pending.posts, cursorAfter('pending', pending.last))
  const room = limit - pending.posts.length
  const rest = await findAdminPosts(db, {
    ...all,
    part: 'approved',
    limit: Math.max(1, room),
    after: null,
  })
  if (room > 0) {
    return new Page([...pending.posts, ...rest.posts], cursorAfter('approved', rest.last))
  }
  // The pending posts fill the whole page, so the approved begin on the next one, if there are any.
  return new Page(pending.posts, rest.posts.length > 0 ? cursorAfter('approved', TOP) : null)
}
