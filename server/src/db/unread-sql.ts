import { MAX_UNREAD_COUNT } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from './pool.ts'
import { personHasRight } from './staff-sql.ts'

const isFor = (
  isListedWork: RawBuilder<unknown>,
  isShownPost: RawBuilder<unknown>,
) => sql<boolean>`(
  n.topic = 'work' or (n.post_id is null and (n.kind <> 'new_work' or ${isListedWork})) or ${isShownPost})`

/**
 * Whether the person who gets notification `n` may see what it is about: only its author and admins see a post that is
 * no longer public, and followers see a new work while it is listed. Notifications about one's own works need no check.
 */
export const isForReader: RawBuilder<boolean> = isFor(
  sql`exists (select 1 from portfolio_items i where i.id = n.item_id and i.is_listed)`,
  sql`exists (
    select 1 from posts p where p.id = n.post_id and (p.is_visible or p.creator_id = n.user_id
      or ${personHasRight(sql`n.user_id`, 'content.read')}))`,
)

/** The same where the statement has joined the post `p`, the work `i` and the reader `me`. */
export const isForJoinedReader: RawBuilder<boolean> = isFor(
  sql`i.is_listed`,
  sql`(n.post_id is not null and (p.is_visible or p.creator_id = n.user_id or me.sees_hidden))`,
)

/**
 * Whether notification `n` is the newest of its project, or of no project: what happens in a project is listed and
 * counted as one. `among` narrows what it is compared with, the notifications `m`. Of the same moment, what happened in
 * the project counts rather than its money.
 */
export const isLastOfProject = (among: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  n.project_id is null or not exists (
    select 1 from notifications m
    where m.project_id = n.project_id and m.user_id = n.user_id
      and (m.updated_at, m.kind, m.id) > (n.updated_at, n.kind, n.id) ${among}))`

/** How many unread notifications somebody has, up to the cap. */
export const unreadNotifications = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select count(*)::int from (
    select 1 from notifications n where n.user_id = ${userId} and not n.is_read and ${isForReader}
      and ${isLastOfProject(sql`and not m.is_read`)}
    limit ${sql.lit(MAX_UNREAD_COUNT)}) r)`

/** In how many conversations somebody has something unread, up to the cap. Archived and muted ones do not count. */
export const unreadConversations = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select count(*)::int from (
    select 1 from conversation_members m
    where m.user_id = ${userId} and m.unread_count > 0 and not m.is_archived and not m.is_muted
    limit ${sql.lit(MAX_UNREAD_COUNT)}) r)`

/** Counts the unread notifications of each of these people. */
export function unreadStatement(
  userIds: readonly string[],
): RawBuilder<{ userId: string; count: number }> {
  return sql<{ userId: string; count: number }>`
    select w.id as "userId", ${unreadNotifications(sql`w.id`)} as count
    from unnest(${userIds}::uuid[]) w (id)`
}

export async function countUnread(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await unreadStatement(userIds).execute(db)
  return new Map(rows.map((row) => [row.userId, row.count]))
}

/** Counts the conversations in which each of these people has something unread. */
export function unreadMessagesStatement(
  userIds: readonly string[],
): RawBuilder<{ userId: string; count: number }> {
  return sql<{ userId: string; count: number }>`
    select w.id as "userId", ${unreadConversations(sql`w.id`)} as count
    from unnest(${userIds}::uuid[]) w (id)`
}

export async function countUnreadMessages(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await unreadMessagesStatement(userIds).execute(db)
  return new Map(rows.map((row) => [row.userId, row.count]))
}
