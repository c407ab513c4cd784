import type { Stream } from './stream.ts'

/** Streams of one person in one process; beyond it the oldest gives way. */
const MAX_STREAMS_PER_PERSON = 10

/** The streams of this process, found by id, by person and by what they watch. */
export class Streams {
  readonly #byId = new Map<string, Stream>()
  readonly #byUser = new Map<string, Set<Stream>>()
  readonly #byPost = new Map<string, Set<Stream>>()

  get all(): Stream[] {
    return [...this.#byId.values()]
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
