import type { Database } from '../db/pool.ts'
import { countUnread, countUnreadMessages } from '../db/unread-sql.ts'
import { findLivingSessions, readFollowers, readPosts, type PostCounts } from './live-queries.ts'
import type { Stream, Streams } from './streams.ts'

/** Sends each of these streams a greeting with the unread counts. */
export async function greetAll(db: Database, some: readonly Stream[]): Promise<void> {
  const people = [...new Set(some.map(({ listener }) => listener.userId))]
  const [notifications, messages] = await Promise.all([
    countUnread(db, people),
    countUnreadMessages(db, people),
  ])
  for (const stream of some) {
    const { userId } = stream.listener
    stream.greet({
      notifications: notifications.get(userId) ?? 0,
      messages: messages.get(userId) ?? 0,
    })
  }
}

export async function pushNotifications(
  db: Database,
  streams: Streams,
  userIds: readonly string[],
): Promise<void> {
  const counts = await countUnread(db, userIds)
  for (const id of userIds) {
    for (const stream of streams.ofUser(id))
      stream.push({ type: 'notifications', unread: counts.get(id) ?? 0 })
  }
}

export async function pushFollowers(
  db: Database,
  streams: Streams,
  userIds: readonly string[],
): Promise<void> {
  for (const { id, followers } of await readFollowers(db, userIds)) {
    for (const stream of streams.ofUser(id)) stream.push({ type: 'followers', followers })
  }
}

/** One person and one conversation as a single string, so that a batch holds each pair once. */
export const memberKey = (userId: string, conversationId: string): string =>
  `${userId} ${conversationId}`

/** Pushes each changed conversation to its person. Unread counts are read once for all. */
export async function pushMessages(
  db: Database,
  streams: Streams,
  keys: readonly string[],
): Promise<void> {
  const pairs = keys.map((key) => key.split(' ') as [userId: string, conversationId: string])
  const counts = await countUnreadMessages(db, [...new Set(pairs.map(([userId]) => userId))])
  for (const [userId, conversationId] of pairs) {
    for (const stream of streams.ofUser(userId))
      stream.push({ type: 'messages', conversationId, unread: counts.get(userId) ?? 0 })
  }
}

export const mayWatch = ({ listener }: Stream, post: PostCounts): boolean =>
  post.isVisible || post.creatorId === listener.userId || listener.isAdmin

/** Pushes the counts of posts to the streams that watch them, or `post-gone` where the person may no longer see one. */
export async function pushPosts(
  db: Database,
  streams: Streams,
  ids: readonly string[],
): Promise<void> {
  const rows = new Map((await readPosts(db, ids)).map((row) => [row.id, row]))
  for (const id of ids) {
    const row = rows.get(id)
    for (const stream of streams.watching(id)) {
      if (row !== undefined && mayWatch(stream, row)) {
        const { isVisible: _, creatorId: __, ...counts } = row
        stream.push({ type: 'post', ...counts })
      } else {
        streams.unwatch(stream, id)
        stream.push({ type: 'post-gone', id })
      }
    }
  }
}

/** Ends the streams among these whose session has ended. */
export async function endExpired(
  db: Database,
  streams: Streams,
  some: readonly Stream[],
): Promise<void> {
  if (some.length === 0) return
  const living = await findLivingSessions(
    db,
    some.map(({ listener }) => listener.tokenHash),
  )
  for (const stream of some) {
    if (living.has(stream.listener.tokenHash.toString('hex'))) continue
    streams.remove(stream)
    stream.push({ type: 'ended' })
    stream.end()
  }
}
