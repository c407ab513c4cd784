import type { AdminPost, listAdminPosts } from '@plinth/contract/moderation/admin.ts'
import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, decodePosition, isMicroseconds } from '../../http/paging.ts'
import { findAdminPosts } from './post-admin-queries.ts'

/** Before the first of a list by time, which is in the year 2255 at the latest. */
const TOP: [number, string] = [Number.MAX_SAFE_INTEGER, 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/** A page of what admins look through. `all` is two lists, one behind the other: the pending, then the approved. */
export async function listForAdmins(
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
  // The pending fill the page to its end: the approved begin on the next, where there are any.
  return new Page(pending.posts, rest.posts.length > 0 ? cursorAfter('approved', TOP) : null)
}
