import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import type { Database } from '../db/pool.ts'
import { countUnread, countUnreadMessages } from '../db/unread-sql.ts'
import {
  findLivingSessions,
  findPostsBy,
  readFollowers,
  readWatched,
  type WatchedPost,
} from './live-queries.ts'
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

/**
 * Pushes an event about each post to the streams that watch it, or `post-gone` where the person may no longer see it.
 * Nothing is remembered about who may see what: whoever was blocked or lost a role is told no more.
 */
async function tellWatching(
  db: Database,
  streams: Streams,
  ids: readonly string[],
  eventOf: (post: WatchedPost) => LiveEvent,
): Promise<void> {
  const watching = ids.map((id) => ({ id, some: streams.watching(id) }))
  const people = watching.flatMap(({ some }) => some.map(({ listener }) => listener.userId))
  if (people.length === 0) return
  const posts = new Map(
    (await readWatched(db, ids, [...new Set(people)])).map((post) => [post.id, post]),
  )
  for (const { id, some } of watching) {
    const post = posts.get(id)
    for (const stream of some) {
      // It may have turned to other posts meanwhile.
      if (!stream.watched.has(id)) continue
      if (post !== undefined && !post.hiddenFrom.includes(stream.listener.userId)) {
        stream.push(eventOf(post))
        continue
      }
      streams.unwatch(stream, id)
      stream.push({ type: 'post-gone', id })
    }
  }
}

export const pushPosts = (db: Database, streams: Streams, ids: readonly string[]): Promise<void> =>
  tellWatching(db, streams, ids, (post) => {
    const { hiddenFrom: _, ...counts } = post
    return { type: 'post', ...counts }
  })

export const pushComments = (
  db: Database,
  streams: Streams,
  ids: readonly string[],
): Promise<void> => tellWatching(db, streams, ids, ({ id }) => ({ type: 'comments', postId: id }))

/**
 * After something changed about what these people may see, or others of them: pushes the posts that they watch, and those
 * of theirs that anybody watches.
 */
export async function pushAccess(
  db: Database,
  streams: Streams,
  userIds: readonly string[],
): Promise<void> {
  const own = userIds.flatMap((id) => streams.ofUser(id)).flatMap(({ watched }) => [...watched])
  const theirs = await findPostsBy(db, userIds, streams.watchedPosts)
  await pushPosts(db, streams, [...new Set([...own, ...theirs])])
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
