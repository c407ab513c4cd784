import type { Database } from '../db/pool.ts'
import { countUnread, countUnreadMessages } from '../db/unread-sql.ts'
import { findLivingSessions, readFollowers, readPosts, type PostCounts } from './live-queries.ts'
import type { Stream, Streams } from './streams.ts'

/** Says hello to each of these, with what is unread. */
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

/** A conversation that moved for one person, as one word, so that gathering knows it again. */
export const moveFor = (userId: string, conversationId: string): string =>
  `${userId} ${conversationId}`

/** Tells each person each conversation that moved; what is unread is counted once for all. */
export async function pushMessages(
  db: Database,
  streams: Streams,
  moves: readonly string[],
): Promise<void> {
  const pairs = moves.map((move) => move.split(' ') as [userId: string, conversationId: string])
  const counts = await countUnreadMessages(db, [...new Set(pairs.map(([userId]) => userId))])
  for (const [userId, conversationId] of pairs) {
    for (const stream of streams.ofUser(userId))
      stream.push({ type: 'messages', conversationId, unread: counts.get(userId) ?? 0 })
  }
}

export const mayWatch = ({ listener }: Stream, post: PostCounts): boolean =>
  post.isVisible || post.creatorId === listener.userId || listener.isAdmin

/** Tells the counts of posts to whoever watches them, and who may not any more, that they are gone. */
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

/** Ends those of these streams whose session has ended. */
export async function endDead(
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
