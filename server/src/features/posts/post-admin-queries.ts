import type { AdminPost, PostFilter, listAdminPosts } from '@plinth/contract/moderation/admin.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../core/session/viewer-sql.ts'
import { candidatesOf, isReported, reportCount, standing } from '../../core/audit/moderated-sql.ts'
import {
  byTime,
  onlyRow,
  pageStatement,
  type Shown,
  type Sort,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { shownPost } from './post-sql.ts'
import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, decodePosition, isMicroseconds } from '../../http/paging.ts'

/** What has a statement; `all` has two of these. */
type PostPart = Exclude<PostFilter, 'all'>

const newest = byTime(sql`p.created_at`)
/** Each has an index that gives its rows in order; of what is reported there are few. */
const PARTS: Record<PostPart, { sort: Sort; is: RawBuilder<unknown> }> = {
  pending: { sort: newest, is: sql`not p.is_approved` },
  approved: { sort: newest, is: sql`p.is_approved` },
  featured: { sort: newest, is: sql`p.featured_at is not null` },
  reported: { sort: newest, is: isReported('post') },
  taken_down: { sort: byTime(sql`p.taken_down_at`), is: sql`p.taken_down_at is not null` },
}

const { counted, joins } = reportCount('post')
const shown: Shown = {
  table: 'posts',
  columns: sql`${shownPost.columns}, ${counted}, ${standing}`,
  joins: sql`${shownPost.joins} ${joins}`,
}

export interface AdminPostsInput {
  adminId: string
  part: PostPart
  search: string
  limit: number
  after: { key: number; id: string } | null
}

/** A page of the posts of everybody. */
export const adminPostsStatement = ({
  adminId,
  part,
  search,
  limit,
  after,
}: AdminPostsInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: adminId }),
    sort: PARTS[part].sort,
    from: candidatesOf('posts', { search, kind: part === 'reported' ? 'post' : null }),
    conditions: [PARTS[part].is],
    limit,
    after,
    shown,
  })

interface AdminPostsPage {
  posts: AdminPost[]
  last: [key: number, id: string] | null
}

async function findAdminPosts(db: Database, input: AdminPostsInput): Promise<AdminPostsPage> {
  const { json, last } = await onlyRow(db, adminPostsStatement(input))
  return { posts: JSON.parse(json) as AdminPost[], last }
}

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

export interface ModeratedPost {
  creatorId: string
  title: string
  wasVisible: boolean
}

/**
 * Takes a post out of everybody's sight and tells its author why; nothing when it is down already or gone. Whether it
 * is featured again once it is back is decided anew.
 */
export async function takeDownPost(
  trx: Database,
  { id, reason, at }: { id: string; reason: string; at: Date },
): Promise<ModeratedPost | undefined> {
  const { rows } = await sql<ModeratedPost>`
    with was as materialized (
      select id, creator_id, title, is_visible from posts
      where id = ${id}::uuid and taken_down_at is null for update),
    hidden as (
      update posts p set taken_down_at = ${at}, taken_down_reason = ${reason}, featured_at = null
      from was where p.id = was.id),
    noticed as (
      insert into notices (kind, actor_id, post_id) select 'standing', null, id from was)
    select creator_id as "creatorId", title, is_visible as "wasVisible" from was`.execute(trx)
  return rows[0]
}

/** Puts a post back where it hung and tells its author; nothing when it was not down, or is gone. */
export async function putBackPost(
  trx: Database,
  id: string,
): Promise<Omit<ModeratedPost, 'wasVisible'> | undefined> {
  const { rows } = await sql<Omit<ModeratedPost, 'wasVisible'>>`
    with shown as (
      update posts set taken_down_at = null, taken_down_reason = null
      where id = ${id}::uuid and taken_down_at is not null
      returning id, creator_id, title),
    noticed as (
      insert into notices (kind, actor_id, post_id) select 'standing', null, id from shown)
    select creator_id as "creatorId", title from shown`.execute(trx)
  return rows[0]
}

/** Whether there is such a post, and it is taken down. */
export async function isTakenDown(trx: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from posts where id = ${id}::uuid and taken_down_at is not null`.execute(trx)
  return rows.length > 0
}
