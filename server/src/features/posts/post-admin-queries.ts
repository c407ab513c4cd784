import type { AdminPost, PostFilter } from '@plinth/contract/moderation/admin.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../core/session/viewer-sql.ts'
import {
  candidatesOf,
  isReported,
  reportCount,
  takedownColumns,
} from '../../core/audit/moderated-sql.ts'
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
  columns: sql`${shownPost.columns}, ${counted}, ${takedownColumns}`,
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

export interface AdminPostsPage {
  posts: AdminPost[]
  last: [key: number, id: string] | null
}

export async function findAdminPosts(
  db: Database,
  input: AdminPostsInput,
): Promise<AdminPostsPage> {
  const { json, last } = await onlyRow(db, adminPostsStatement(input))
  return { posts: JSON.parse(json) as AdminPost[], last }
}
