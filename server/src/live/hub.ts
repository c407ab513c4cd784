import type { MediaState } from '@plinth/contract/media/media.ts'
import type { Kysely } from 'kysely'
import { newId } from '../db/id.ts'
import type { DB } from '../db/schema.ts'
import { MAX_MESSAGE_IDS, type Bus, type BusMessage, type Topic } from './bus.ts'
import { createBatcher } from './batcher.ts'
import { readWatched } from './live-queries.ts'
import type { LiveHub } from './live.ts'
import { createPostgresBus } from './postgres.ts'
import {
  endExpired,
  greetAll,
  memberKey,
  pushAccess,
  pushComments,
  pushFollowers,
  pushMessages,
  pushNotifications,
  pushPosts,
} from './pushes.ts'
import type { RedisBusOptions } from './redis.ts'
import { Stream, Streams } from './streams.ts'

/** How often changed posts are published to all processes. */
const SEND_MS = 200
/** Messages from several processes within this time cause one read. */
const READ_MS = 50
/** Gaps within this time count as one: each process reports its own when a broker comes back. */
const GAP_MS = 200
/** How long the first stream waits for the bus. If it connects later, streams get a second greeting. */
const FIRST_LISTEN_MS = 1_000

export interface LiveOptions {
  /** Null: use PostgreSQL between processes. */
  redisUrl: string | null
  /** Separates this site from others on the same Redis. */
  publicUrl: string
  databaseDirectUrl: string
  /** Seconds between heartbeats on a stream, and between checks of its session. */
  liveHeartbeatSeconds: number
  db: Kysely<DB>
  onError: (error: unknown) => void
}

/** Connects the streams of this process to a bus between all processes. */
export async function createLive(options: LiveOptions): Promise<LiveHub> {
  const { redisUrl, publicUrl, databaseDirectUrl, liveHeartbeatSeconds, db, onError } = options
  const bus =
    redisUrl === null
      ? createPostgresBus({ url: databaseDirectUrl, db, onError })
      : await onRedis({ url: redisUrl, site: publicUrl, onError })
  return createHub(bus, db, { heartbeatMs: liveHeartbeatSeconds * 1_000, onError })
}

/** Its client takes 6 MB, which most sites never need. */
async function onRedis(options: RedisBusOptions): Promise<Bus> {
  const { createRedisBus } = await import('./redis.ts')
  return createRedisBus(options)
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

  const publish = (topic: Topic, ids: readonly string[]) => {
    for (let from = 0; from < ids.length; from += MAX_MESSAGE_IDS)
      bus.publish({ topic, ids: ids.slice(from, from + MAX_MESSAGE_IDS) })
  }
  const gather = (ms: number, flush: (ids: string[]) => Promise<void>) =>
    createBatcher({ ms, onError }, flush)

  /** Names this process to the others. */
  const self = newId()
  const keepers: (() => void)[] = []
  const movedKept = createBatcher({ ms: SEND_MS, isPrompt: true, onError }, (ids) =>
    Promise.resolve(publish('kept', ids)),
  )
  const movedPosts = gather(SEND_MS, (ids) => Promise.resolve(publish('posts', ids)))
  const posts = gather(READ_MS, (ids) => pushPosts(db, streams, ids))
  const comments = gather(READ_MS, (ids) => pushComments(db, streams, ids))
  const access = gather(READ_MS, (ids) => pushAccess(db, streams, ids))
  const notifications = gather(READ_MS, (ids) => pushNotifications(db, streams, ids))
  const followers = gather(READ_MS, (ids) => pushFollowers(db, streams, ids))
  const messages = createBatcher({ ms: READ_MS, isPrompt: true, onError }, (keys) =>
    pushMessages(db, streams, keys),
  )
  const sessions = gather(READ_MS, (ids) =>
    endExpired(
      db,
      streams,
      ids.flatMap((id) => streams.ofUser(id)),
    ),
  )
  const gaps = gather(GAP_MS, async () => {
    await endExpired(db, streams, streams.all)
    await greetAll(db, streams.all)
  })

  const present = (userIds: readonly string[]) =>
    userIds.filter((id) => streams.ofUser(id).length > 0)
  const watched = (postIds: readonly string[]) =>
    postIds.filter((id) => streams.watching(id).length > 0)
  const receive: Record<Topic, (ids: readonly string[]) => void> = {
    posts: (ids) => posts.add(watched(ids)),
    notifications: (ids) => notifications.add(present(ids)),
    followers: (ids) => followers.add(present(ids)),
    sessions: (ids) => sessions.add(present(ids)),
    access: (ids) => {
      if (streams.watchedPosts.length > 0) access.add(ids)
    },
    comments: (ids) => comments.add(watched(ids)),
    media: ([id = '', ownerId = '', state]) => {
      for (const stream of streams.ofUser(ownerId))
        stream.push({ type: 'media', id, state: state as MediaState })
    },
    messages: ([conversationId = '', ...userIds]) =>
      messages.add(present(userIds).map((userId) => memberKey(userId, conversationId))),
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
    proof: ([id = '', ...userIds]) => {
      for (const stream of userIds.flatMap((userId) => streams.ofUser(userId)))
        stream.push({ type: 'proof', id })
    },
    kept: ([from]) => {
      if (from !== self) forgetKept()
    },
    watch: ([streamId = '', ...postIds]) => void watchHere(streamId, postIds).catch(onError),
  }

  const watchHere = async (streamId: string, postIds: readonly string[]) => {
    const stream = streams.byId(streamId)
    if (stream === undefined) return
    const version = (stream.watchVersion += 1)
    const { userId } = stream.listener
    const rows = postIds.length === 0 ? [] : await readWatched(db, postIds, [userId])
    // A newer request has overtaken this one.
    if (version !== stream.watchVersion) return
    const visible = rows.filter((row) => row.hiddenFrom.length === 0).map((row) => row.id)
    streams.watch(stream, visible)
    // Catch up on counts and deletions since the client last read these posts.
    posts.add(visible)
    for (const id of postIds.filter((one) => !visible.includes(one)))
      stream.push({ type: 'post-gone', id })
  }

  const beat = async () => {
    await endExpired(db, streams, streams.all).catch(onError)
    for (const stream of streams.all) stream.beat()
  }

  const forgetKept = () => {
    for (const forget of keepers) forget()
  }
  const onGap = () => {
    gaps.add(['all'])
    forgetKept()
  }
  const onMessage = ({ topic, ids }: BusMessage) => {
    // A newer version of the server on the same bus may use topics that this one does not know.
    if (Object.hasOwn(receive, topic)) receive[topic](ids)
  }
  const subscribe = async () => {
    await bus.subscribe({ onMessage, onGap })
    isListening = true
  }

  return {
    // Lower case, as PostgreSQL writes ids, because watched posts are looked up by them.
    postsMoved: (ids) => movedPosts.add(ids.map((id) => id.toLowerCase())),
    postGone: (id) => publish('posts', [id.toLowerCase()]),
    commentsMoved: (id) => publish('comments', [id.toLowerCase()]),
    notificationsMoved: (ids) => publish('notifications', ids),
    followersMoved: (ids) => publish('followers', ids),
    messagesMoved: (conversationId, userIds) =>
      publish(
        'messages',
        [conversationId, ...userIds].map((id) => id.toLowerCase()),
      ),
    typing: (conversationId, toUserId) =>
      publish('typing', [conversationId.toLowerCase(), toUserId.toLowerCase()]),
    mediaMoved: (mediaId, ownerId, state) => publish('media', [mediaId, ownerId, state]),
    billingMoved: (userId) => publish('billing', [userId.toLowerCase()]),
    projectMoved: (id, userIds) =>
      publish(
        'project',
        [id, ...userIds].map((one) => one.toLowerCase()),
      ),
    proofMoved: (id, userIds) =>
      publish(
        'proof',
        [id, ...userIds].map((one) => one.toLowerCase()),
      ),
    sessionsMoved: (userId) => publish('sessions', [userId]),
    accessMoved: (userId) => publish('access', [userId.toLowerCase()]),
    keptMoved: () => movedKept.add([self]),
    onKeptMoved: (forget) => {
      keepers.push(forget)
      subscribed ??= subscribe()
    },

    open: async (listener, response) => {
      // The client left while its session was looked up, or this process is stopping.
      if (isEnding || response.closed) {
        response.end()
        return
      }
      heart ??= setInterval(() => void beat(), heartbeatMs).unref()
      subscribed ??= subscribe()
      const stream = new Stream(listener, response)
      response.on('close', () => streams.remove(stream))
      streams.add(stream)
      // The session may have ended before this stream could be told.
      sessions.add([listener.userId])
      await Promise.race([subscribed, pause(FIRST_LISTEN_MS)])
      if (!isListening) void subscribed.then(onGap)
      await greetAll(db, [stream])
    },
    watch: async (streamId, postIds) => {
      if (streams.byId(streamId) === undefined) publish('watch', [streamId, ...postIds])
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
      await movedKept.close()
      await bus.close()
      await Promise.all(
        [posts, comments, access, notifications, followers, messages, sessions, gaps].map((one) =>
          one.close(),
        ),
      )
    },
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
