import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import type { Listener } from './live.ts'

/** Streams of one person in one process. One more ends the oldest. */
const MAX_STREAMS_PER_PERSON = 10

/** The streams of this process, by id, by person and by watched post. */
export class Streams {
  readonly #byId = new Map<string, Stream>()
  readonly #byUser = new Map<string, Set<Stream>>()
  readonly #byPost = new Map<string, Set<Stream>>()

  get all(): Stream[] {
    return [...this.#byId.values()]
  }

  get watchedPosts(): string[] {
    return [...this.#byPost.keys()]
  }

  get count(): number {
    return this.#byId.size
  }

  byId(id: string): Stream | undefined {
    return this.#byId.get(id)
  }

  ofUser(userId: string): Stream[] {
    return [...(this.#byUser.get(userId) ?? [])]
  }

  watching(postId: string): Stream[] {
    return [...(this.#byPost.get(postId) ?? [])]
  }

  add(stream: Stream): void {
    const { id, userId } = stream.listener
    const own = this.ofUser(userId)
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - MAX_STREAMS_PER_PERSON))) {
      this.remove(oldest)
      oldest.end()
    }
    this.#byId.set(id, stream)
    put(this.#byUser, userId, stream)
  }

  remove(stream: Stream): void {
    if (!this.#byId.delete(stream.listener.id)) return
    drop(this.#byUser, stream.listener.userId, stream)
    this.watch(stream, [])
  }

  /** Replaces what a stream watches. */
  watch(stream: Stream, postIds: readonly string[]): void {
    for (const id of stream.watched) this.unwatch(stream, id)
    if (!this.#byId.has(stream.listener.id)) return
    for (const id of postIds) {
      stream.watched.add(id)
      put(this.#byPost, id, stream)
    }
  }

  unwatch(stream: Stream, postId: string): void {
    stream.watched.delete(postId)
    drop(this.#byPost, postId, stream)
  }
}

function put(map: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const set = map.get(key) ?? new Set()
  map.set(key, set.add(stream))
}

function drop(map: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const set = map.get(key)
  set?.delete(stream)
  if (set?.size === 0) map.delete(key)
}

/** A client with more unread data than this is disconnected; it reconnects and reads everything again. */
const MAX_BUFFER_BYTES = 256 * 1024
const RETRY_MS = 2_000

/** The counts in a greeting, both up to the cap. */
export interface Unread {
  notifications: number
  /** Conversations. */
  messages: number
}

/** One connection that receives server-sent events. */
export class Stream {
  readonly listener: Listener
  readonly watched = new Set<string>()
  /** Counts the requests to watch posts, so that only the latest takes effect. */
  watchVersion = 0
  readonly #response: ServerResponse
  /** Events that wait for the greeting, which must come first; null once it was sent. */
  #early: LiveEvent[] | null = []

  constructor(listener: Listener, response: ServerResponse) {
    this.listener = listener
    this.#response = response
  }

  /** Sends the greeting, and sends it again when messages may have been missed. */
  greet({ notifications, messages }: Unread): void {
    const early = this.#early
    this.#early = null
    if (early !== null) this.#write(`retry: ${RETRY_MS}\n\n`)
    const { id } = this.listener
    this.push({ type: 'hello', id, unread: notifications, unreadMessages: messages })
    for (const event of early ?? []) this.push(event)
  }

  push(event: LiveEvent): void {
    if (this.#early !== null) this.#early.push(event)
    else this.#write(`data: ${JSON.stringify(event)}\n\n`)
  }

  /** Sends a comment, so that proxies do not close an idle connection. */
  beat(): void {
    this.#write(':\n\n')
  }

  end(): void {
    this.#response.end()
  }

  #write(text: string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return
    this.#response.write(text)
    if (this.#response.writableLength > MAX_BUFFER_BYTES) this.#response.destroy()
  }
}
