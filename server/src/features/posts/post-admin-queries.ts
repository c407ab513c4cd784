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

/** Filters with a statement of their own; `all` is two of them, one after the other. */
type PostPart = Exclude<PostFilter, 'all'>

const newest = byTime(sql`p.created_at`)
/** Each has an index in its order, except `reported`, which is few. */
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

/** A page of everybody's posts. */
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

export async function findAdminPosts(
  db: Database,
  input: AdminPostsInput,
): Promise<AdminPostsPage> {
  const { json, last } = await onlyRow(db, adminPostsStatement(input))
  return { posts: JSON.parse(json) as AdminPost[], last }
}

export interface ModeratedPost {
  creatorId: string
  title: string
  wasVisible: boolean
}

/**
 * Hides a locked post from everybody and notifies its author; undefined when it is already down or deleted. Also stops
 * featuring it: an admin decides again once it is back.
 */
export async function takeDownPost(
  trx: Database,
  { id, reason, at }: { id: string; reason: string; at: Date },
): Promise<ModeratedPost | undefined> {
  const { rows } = await sql<ModeratedPost>`
    with was as materialized (
      select id, creator_id, title, is_visible from posts
      where id = ${id}::uuid and taken_down_at is null),
    hidden as (
      update posts p set taken_down_at = ${at}, taken_down_reason = ${reason}, featured_at = null
      from was where p.id = was.id),
    noticed as (
      insert into notices (kind, actor_id, post_id) select 'standing', null, id from was)
    select creator_id as "creatorId", title, is_visible as "wasVisible" from was`.execute(trx)
  return rows[0]
}

export interface WithWork {
  /** Locked. */
  ids: string[]
  reason: string
  at: Date
}

/**
 * Hides the posts that show a work alone when it is taken down, and returns those that everybody could see. Its maker
 * is notified of the work, and appeals for both with it. Posts that are down already stay as they are.
 */
export async function takeDownPostsOf(
  trx: Database,
  { ids, reason, at }: WithWork,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with was as materialized (
      select id, is_visible from posts where id = any (${ids}::uuid[]) and taken_down_at is null),
    hidden as (
      update posts p set taken_down_at = ${at}, taken_down_reason = ${reason}, featured_at = null,
        is_down_with_work = true
      from was where p.id = was.id)
    select id from was where is_visible`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Makes the posts visible again that went down with this work. */
export async function putBackPostsOf(trx: Database, workId: string): Promise<void> {
  await sql`
    update posts set taken_down_at = null, taken_down_reason = null, is_down_with_work = false
    where portfolio_id = ${workId}::uuid and is_down_with_work`.execute(trx)
}

/**
 * Makes locked posts private that show a work alone, because its creator took the work away. Returns those that
 * everybody could see.
 */
export async function hidePostsOf(trx: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with was as materialized (
      select id, is_visible from posts where id = any (${ids}::uuid[]) and is_public),
    hidden as (
      update posts p set is_public = false, is_away_with_work = true from was where p.id = was.id)
    select id from was where is_visible`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Makes the posts public again that became private with this work. */
export async function showPostsOf(trx: Database, workId: string): Promise<void> {
  await sql`
    update posts set is_public = true, is_away_with_work = false
    where portfolio_id = ${workId}::uuid and is_away_with_work`.execute(trx)
}

/** Makes a locked post visible again and notifies its author; undefined when it was not down by itself. */
export async function putBackPost(
  trx: Database,
  id: string,
): Promise<Omit<ModeratedPost, 'wasVisible'> | undefined> {
  const { rows } = await sql<Omit<ModeratedPost, 'wasVisible'>>`
    with shown as (
      update posts set taken_down_at = null, taken_down_reason = null
      where id = ${id}::uuid and taken_down_at is not null and not is_down_with_work
      returning id, creator_id, title),
    noticed as (
      insert into notices (kind, actor_id, post_id) select 'standing', null, id from shown)
    select creator_id as "creatorId", title from shown`.execute(trx)
  return rows[0]
}

/** How the post is taken down; undefined when it is not, or does not exist. */
export async function findTakedown(
  trx: Database,
  id: string,
): Promise<{ isWithWork: boolean } | undefined> {
  const { rows } = await sql<{ isWithWork: boolean }>`
    select is_down_with_work as "isWithWork" from posts
    where id = ${id}::uuid and taken_down_at is not null`.execute(trx)
  return rows[0]
}

export async function lockAnyPost(trx: Database, id: string): Promise<void> {
  await sql`select id from posts where id = ${id}::uuid for update`.execute(trx)
}

export interface Moderation {
  isApproved?: boolean | undefined
  isFeatured?: boolean | undefined
  title?: string | undefined
  description?: string | undefined
}

/** Everything in a post that an admin can change. */
type EditableFields = { [K in keyof Moderation]-?: NonNullable<Moderation[K]> }

export interface Moderated {
  wasVisible: boolean
  isVisible: boolean
  before: EditableFields
  after: EditableFields
}

/**
 * Applies an admin's changes and notifies the author when the post becomes approved or featured; nobody is notified of
 * their own action. Returns the post before and after, and whether everybody could and can see it; null when there is
 * no such post, or when it is taken down and should be featured.
 */
export async function updateModeration(
  db: Database,
  adminId: string,
  id: string,
  { isApproved, isFeatured, title, description }: Moderation,
): Promise<Moderated | null> {
  const facts = sql`json_build_object('isApproved', p.is_approved,
    'isFeatured', p.featured_at is not null, 'title', p.title, 'description', p.description)`
  const { rows } = await sql<Moderated>`
    with was as materialized (
      select id, creator_id, is_visible, is_approved, featured_at, ${facts} as facts from posts p
      where id = ${id}::uuid and not (taken_down_at is not null and ${isFeatured ?? false}::boolean)
      for update),
    moderated as (
      update posts p set updated_at = now(),
        is_approved = coalesce(${isApproved ?? null}::boolean, p.is_approved),
        featured_at = case ${isFeatured ?? null}::boolean
          when true then coalesce(p.featured_at, now()) when false then null else p.featured_at end,
        title = coalesce(${title ?? null}::text, p.title),
        description = coalesce(${description ?? null}::text, p.description)
      from was where p.id = was.id
      returning p.id, p.is_visible, p.is_approved, p.featured_at, ${facts} as facts),
    noticed as (
      insert into notices (kind, actor_id, post_id)
      select news.kind, null, now.id from moderated now join was on was.id = now.id
      cross join lateral (values
        ('approval', now.is_approved and not was.is_approved),
        ('feature', now.featured_at is not null and was.featured_at is null)) news (kind, is_new)
      where news.is_new and was.creator_id <> ${adminId}::uuid)
    select was.is_visible as "wasVisible", now.is_visible as "isVisible", was.facts as before,
      now.facts as after
    from moderated now join was on was.id = now.id`.execute(db)
  return rows[0] ?? null
}
