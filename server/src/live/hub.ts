import type { MediaState } from '@plinth/contract/media/media.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { MAX_MESSAGE_IDS, type Bus, type BusMessage, type Topic } from './bus.ts'
import { createGatherer } from './gather.ts'
import { readPosts } from './live-queries.ts'
import type { LiveHub } from './live.ts'
import { createPostgresBus } from './postgres.ts'
import {
  endDead,
  greetAll,
  mayWatch,
  moveFor,
  pushFollowers,
  pushMessages,
  pushNotifications,
  pushPosts,
} from './pushes.ts'
import { createRedisBus } from './redis.ts'
import { Stream, Streams } from './streams.ts'

/** Moved posts are told to all processes so often. */
const SEND_MS = 200
/** What came in from several processes within this time is read once. */
const READ_MS = 50
/** Gaps within this time are one: when a broker comes back, each process has its own. */
const GAP_MS = 200
/** Longest a first stream waits for the bus; when that comes later, it greets again. */
const FIRST_LISTEN_MS = 1_000

export interface LiveOptions {
  /** Null: processes tell each other over PostgreSQL. */
  redisUrl: string | null
  /** Tells this site from others on the same Redis. */
  publicUrl: string
  databaseDirectUrl: string
  /** Between two signs of life on a stream, and two looks whether its session lives. */
  liveHeartbeatSeconds: number
  db: Kysely<DB>
  onError: (error: unknown) => void
}

/** Streams of this process on a bus between all processes. */
export function createLive(options: LiveOptions): LiveHub {
  const { redisUrl, publicUrl, databaseDirectUrl, liveHeartbeatSeconds, db, onError } = options
  const bus =
    redisUrl === null
      ? createPostgresBus({ url: databaseDirectUrl, db, onError })
      : createRedisBus({ url: redisUrl, site: publicUrl, onError })
  return createHub(bus, db, { heartbeatMs: liveHeartbeatSeconds * 1_000, onError })
}

function createHub(
  bus: Bus,
  db: Kysely<DB>,
  { heartbeatMs, onError }: { heartbeatMs: number; onError: LiveOptions['onError'] },
): LiveHub {
  const streams = new Streams()
  let subscribed: Promise<void> | null = null
  let isListening = false
  let heart: NodeJS.Timeout | undefined
  let isEnding = false

  const tell = (topic: Topic, ids: readonly string[]) => {
    for (let from = 0; from < ids.length; from += MAX_MESSAGE_IDS)
      bus.publish({ topic, ids: ids.slice(from, from + MAX_MESSAGE_IDS) })
  }
  const gather = (ms: number, handOn: (ids: string[]) => Promise<void>) =>
    createGatherer({ ms, onError }, handOn)

  const movedPosts = gather(SEND_MS, (ids) => Promise.resolve(tell('posts', ids)))
  const posts = gather(READ_MS, (ids) => pushPosts(db, streams, ids))
  const notifications = gather(READ_MS, (ids) => pushNotifications(db, streams, ids))
  const followers = gather(READ_MS, (ids) => pushFollowers(db, streams, ids))
  const messages = createGatherer({ ms: READ_MS, isPrompt: true, onError }, (moves) =>
    pushMessages(db, streams, moves),
  )
  const sessions = gather(READ_MS, (ids) =>
    endDead(
      db,
      streams,
      ids.flatMap((id) => streams.ofUser(id)),
    ),
  )
  const gaps = gather(GAP_MS, () => greetAll(db, streams.all))

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
    messages: ([conversationId = '', ...userIds]) =>
      messages.add(present(userIds).map((userId) => moveFor(userId, conversationId))),
    typing: ([conversationId = '', userId = '']) => {
      for (const stream of streams.ofUser(userId)) stream.push({ type: 'typing', conversationId })
    },
    billing: ([userId = '']) => {
      for (const stream of streams.ofUser(userId)) stream.push({ type: 'billing' })
    },
    project: ([id = '', ...userIds]) => {
      for (const stream of userIds.flatMap((userId) => streams.ofUser(userId)))
        stream.push({ type: 'project', id })
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
    // What moved between the reader's last look and this moment, and what went away in it.
    posts.add(visible)
    for (const id of postIds.filter((wished) => !visible.includes(wished)))
      stream.push({ type: 'post-gone', id })
  }

  const beat = async () => {
    await endDead(db, streams, streams.all).catch(onError)
    for (const stream of streams.all) stream.beat()
  }

  const onGap = () => gaps.add(['all'])
  const onMessage = ({ topic, ids }: BusMessage) => {
    // A newer version of us beside this process may speak of more.
    if (Object.hasOwn(receive, topic)) receive[topic](ids)
  }
  const subscribe = async () => {
    await bus.subscribe({ onMessage, onGap })
    isListening = true
  }

  return {
    // Ids as PostgreSQL writes them, since watched posts are known by those.
    postsMoved: (ids) => movedPosts.add(ids.map((id) => id.toLowerCase())),
    postGone: (id) => tell('posts', [id.toLowerCase()]),
    commentsMoved: (id) => tell('comments', [id.toLowerCase()]),
    notificationsMoved: (ids) => tell('notifications', ids),
    followersMoved: (ids) => tell('followers', ids),
    messagesMoved: (conversationId, userIds) =>
      tell(
        'messages',
        [conversationId, ...userIds].map((id) => id.toLowerCase()),
      ),
    typing: (conversationId, toUserId) =>
      tell('typing', [conversationId.toLowerCase(), toUserId.toLowerCase()]),
    mediaMoved: (mediaId, ownerId, state) => tell('media', [mediaId, ownerId, state]),
    billingMoved: (userId) => tell('billing', [userId.toLowerCase()]),
    projectMoved: (id, userIds) =>
      tell(
        'project',
        [id, ...userIds].map((one) => one.toLowerCase()),
      ),
    sessionsMoved: (userId) => tell('sessions', [userId]),

    open: async (listener, response) => {
      // The reader has left while the session was looked up, or we are about to.
      if (isEnding || response.closed) {
        response.end()
        return
      }
      heart ??= setInterval(() => void beat(), heartbeatMs).unref()
      subscribed ??= subscribe()
      const stream = new Stream(listener, response)
      response.on('close', () => streams.remove(stream))
      streams.add(stream)
      await Promise.race([subscribed, pause(FIRST_LISTEN_MS)])
      if (!isListening) void subscribed.then(onGap)
      await greetAll(db, [stream])
    },
    watch: async (streamId, postIds) => {
      if (streams.byId(streamId) === undefined) tell('watch', [streamId, ...postIds])
      else await watchHere(streamId, postIds)
    },
    openStreams: () => streams.count,
    endStreams: () => {
      isEnding = true
      for (const stream of streams.all) stream.end()
    },
    close: async () => {
      clearInterval(heart)
      await movedPosts.close()
      await bus.close()
      await Promise.all(
        [posts, notifications, followers, messages, sessions, gaps].map((one) => one.close()),
      )
    },
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
