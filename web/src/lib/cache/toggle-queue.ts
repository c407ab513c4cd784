/**
 * Likes, saves and follows: a person may tap faster than the server answers. Per key, the last wish
 * wins, one request is in flight at a time, and what the server said last is what stands in the end.
 */
export interface ToggleTask<Answer> {
  /** Tells the server what is wished. */
  send: (wish: boolean) => Promise<Answer>
  /** What the answer says the state now is. */
  stateOf: (answer: Answer) => boolean
  /** Shows a wish before the server has heard of it. */
  show: (state: boolean) => void
  /** The server's last word, when nothing else is wished. */
  settle: (answer: Answer) => void
  /** The wish could not be fulfilled; the state has been set back to `confirmed`. */
  fail: (error: unknown, confirmed: boolean) => void
}

interface Entry {
  confirmed: boolean
  wish: boolean
  /** Resolves when this key has come to rest. */
  rest: Promise<void>
}

export interface ToggleQueue {
  /**
   * Wishes `key` to become `wish`. `now` is the state on show; it is taken for the server's when the
   * key is at rest. Resolves when the key has come to rest again; never rejects.
   */
  toggle: <Answer>(
    key: string,
    now: boolean,
    wish: boolean,
    task: ToggleTask<Answer>,
  ) => Promise<void>
  /** What is wished and not yet settled; undefined when the key is at rest. */
  pending: (key: string) => boolean | undefined
}

export function makeToggleQueue(): ToggleQueue {
  const entries = new Map<string, Entry>()

  async function run<Answer>(key: string, entry: Entry, task: ToggleTask<Answer>): Promise<void> {
    for (;;) {
      const sent = entry.wish
      try {
        const answer = await task.send(sent)
        entry.confirmed = task.stateOf(answer)
        // Where the server's answer is not what was wished, its word stands, unless something else
        // has been wished meanwhile.
        if (entry.wish === sent || entry.wish === entry.confirmed) {
          entries.delete(key)
          task.settle(answer)
          return
        }
      } catch (error) {
        // Whether a failed call arrived is not known, so a newer wish is sent even where it only
        // asks for what was there before.
        if (entry.wish === sent) {
          entries.delete(key)
          task.show(entry.confirmed)
          task.fail(error, entry.confirmed)
          return
        }
      }
    }
  }

  return {
    toggle(key, now, wish, task) {
      const running = entries.get(key)
      if (running) {
        if (running.wish !== wish) {
          running.wish = wish
          task.show(wish)
        }
        return running.rest
      }
      if (now === wish) return Promise.resolve()
      const entry: Entry = { confirmed: now, wish, rest: Promise.resolve() }
      entries.set(key, entry)
      task.show(wish)
      entry.rest = run(key, entry, task)
      return entry.rest
    },
    pending: (key) => entries.get(key)?.wish,
  }
}

interface Likeable {
  isLiked: boolean
  likes: number
  likeCount: number
}
interface Saveable {
  isSaved: boolean
  saveCount: number
}

/** The count moves with the wish and only when the wish changes something. */
export function withLike(entity: Likeable, isLiked: boolean): Partial<Likeable> {
  if (entity.isLiked === isLiked) return {}
  const likeCount = Math.max(0, entity.likeCount + (isLiked ? 1 : -1))
  return { isLiked, likeCount, likes: likeCount }
}

export function withSave(entity: Saveable, isSaved: boolean): Partial<Saveable> {
  if (entity.isSaved === isSaved) return {}
  return { isSaved, saveCount: Math.max(0, entity.saveCount + (isSaved ? 1 : -1)) }
}
