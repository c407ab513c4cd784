import type { MediaState } from '@plinth/contract/media.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { countUnread } from '../db/unread-sql.ts'
import { MAX_MESSAGE_IDS, type Bus, type BusMessage, type Topic } from './bus.ts'
import { createGatherer } from './gather.ts'
import { findLivingSessions, readFollowers, readPosts, type PostCounts } from './live-queries.ts'
import type { LiveHub } from './live.ts'
import { createPostgresBus } from './postgres-bus.ts'
import { Stream } from './stream.ts'
import { Streams } from './streams.ts'

/** Moved posts are told to all processes so often. */
const SEND_MS = 200
/** What came in from several processes within this time is read once. */
const READ_MS = 50
const HEARTBEAT_MS = 20_000
/** Longest a first stream waits for the bus; when that comes later, it greets again. */
const FIRST_LISTEN_MS = 1_000

export interface LiveOptions {
  databaseDirectUrl: string
  db: Kysely<DB>
  onError: (error: unknown) => void
}

/** Streams of this process on a bus between all processes. */
export function createLive({ databaseDirectUrl, db, onError }: LiveOptions): LiveHub {
  return createHub(createPostgresBus({ url: databaseDirectUrl, db, onError }), db, onError)
}

function createHub(bus: Bus, db: Kysely<DB>, onError: LiveOptions['onError']): LiveHub {
  const streams = new Streams()
  let subscribed: Promise<void> | null = null
  let heart: NodeJS.Timeout | undefined
  let isEnding = false

  const tell = (topic: Topic, ids: readonly string[]) => {
    for (let from = 0; from < ids.length; from += MAX_MESSAGE_IDS)
      bus.publish({ topic, ids: ids.slice(from, from + MAX_MESSAGE_IDS) })
  }
  const gather = (ms: number, handOn: (ids: string[]) => Promise<void>) =>
    createGatherer(ms, handOn, onError)

  const movedPosts = gather(SEND_MS, (ids) => Promise.resolve(tell('posts', ids)))
  const posts = gather(READ_MS, (ids) => pushPosts(db, streams, ids))
  const notifications = gather(READ_MS, async (ids) => {
    const counts = await countUnread(db, ids)
    for (const id of ids) {
      for (const stream of streams.ofUser(id))
        stream.push({ type: 'notifications', unread: counts.get(id) ?? 0 })
    }
  })
  const followers = gather(READ_MS, async (ids) => {
    for (const row of await readFollowers(db, ids)) {
      for (const stream of streams.ofUser(row.id))
        stream.push({ type: 'followers', followers: row.followers })
    }
  })
  const sessions = gather(READ_MS, (ids) =>
    endDead(
      db,
      streams,
      ids.flatMap((id) => streams.ofUser(id)),
    ),
  )

  const present = (userIds: readonly string[]) =>
    userIds.filter((id) => streams.ofUser(id).length > 0)
  const receive: Record<Topic, (ids: readonly string[]) => void> = {
    posts: (ids) => posts.add(ids.filter((id) => streams.watching(id).length > 0)),
    notifications: (ids) => notifications.add(present(ids)),
    followers: (ids) => followers.add(present(ids)),
    sessions: (ids) => sessions.add(present(ids)),
    comments: (ids) => {
      for (const postId of ids) {
        for (const stream of streams.watching(postId)) stream.push({ type: 'comments', postId })
      }
    },
    media: ([id = '', ownerId = '', state]) => {
      for (const stream of streams.ofUser(ownerId))
        stream.push({ type: 'media', id, state: state as MediaState })
    },
    watch: ([streamId = '', ...postIds]) => void watchHere(streamId, postIds).catch(onError),
  }

  const watchHere = async (streamId: string, postIds: readonly string[]) => {
    const stream = streams.byId(streamId)
    if (stream === undefined) return
    const wish = (stream.wishes += 1)
    const rows = postIds.length === 0 ? [] : await readPosts(db, postIds)
    // The next wish has overtaken this one.
    if (wish !== stream.wishes) return
    const visible = rows.filter((row) => mayWatch(stream, row)).map((row) => row.id)
    streams.watch(stream, visible)
    // What moved between the reader's last look and this moment.
    posts.add(visible)
  }

  const greet = async (some: Stream[]) => {
    const counts = await countUnread(db, [...new Set(some.map(({ listener }) => listener.userId))])
    for (const stream of some) stream.greet(counts.get(stream.listener.userId) ?? 0)
  }

  const beat = async () => {
    await endDead(db, streams, streams.all).catch(onError)
    for (const stream of streams.all) stream.beat()
  }

  const subscribe = () =>
    bus.subscribe({
      onMessage: ({ topic, ids }: BusMessage) => receive[topic](ids),
      onGap: () => void greet(streams.all).catch(onError),
    })

  return {
    // Ids as PostgreSQL writes them, since watched posts are known by those.
    postsMoved: (ids) => movedPosts.add(ids.map((id) => id.toLowerCase())),
    postGone: (id) => tell('posts', [id.toLowerCase()]),
    commentsMoved: (id) => tell('comments', [id.toLowerCase()]),
    notificationsMoved: (ids) => tell('notifications', ids),
    followersMoved: (ids) => tell('followers', ids),
    mediaMoved: (mediaId, ownerId, state) => tell('media', [mediaId, ownerId, state]),
    sessionsMoved: (userId) => tell('sessions', [userId]),

    open: async (listener, response) => {
      // The reader has left while the session was looked up, or we are about to.
      if (isEnding || response.closed) {
        response.end()
        return
      }
      heart ??= setInterval(() => void beat(), HEARTBEAT_MS).unref()
      subscribed ??= subscribe()
      const stream = new Stream(listener, response)
      response.on('close', () => streams.remove(stream))
      streams.add(stream)
      await Promise.race([subscribed, pause(FIRST_LISTEN_MS)])
      await greet([stream])
    },
    watch: async (streamId, postIds) => {
      if (streams.byId(streamId) === undefined) tell('watch', [streamId, ...postIds])
      else await watchHere(streamId, postIds)
    },
    endStreams: () => {
      isEnding = true
      for (const stream of streams.all) stream.end()
    },
    close: async () => {
      clearInterval(heart)
      await movedPosts.close()
      await bus.close()
      await Promise.all([posts, notifications, followers, sessions].map((one) => one.close()))
    },
  }
}

const mayWatch = ({ listener }: Stream, post: PostCounts) =>
  post.isVisible || post.creatorId === listener.userId || listener.isAdmin

/** Tells the counts of posts to whoever watches them, and who may not any more, that they are gone. */
async function pushPosts(db: Kysely<DB>, streams: Streams, ids: string[]): Promise<void> {
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

async function endDead(db: Kysely<DB>, streams: Streams, some: Stream[]): Promise<void> {
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

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
