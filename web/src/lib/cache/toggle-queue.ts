/**
 * For likes, saves and follows, which a person may tap faster than the server answers. For each key the last wanted
 * state wins, one request is in flight at a time, and the server's last answer decides what is shown in the end.
 */
export interface ToggleTask<Answer> {
  /** Sends the wanted state to the server. */
  send: (wanted: boolean) => Promise<Answer>
  /** Reads the current state from the answer. */
  stateOf: (answer: Answer) => boolean
  /** Shows the wanted state before the server has answered. */
  show: (state: boolean) => void
  /** Takes the server's last answer, when no other state is wanted. */
  settle: (answer: Answer) => void
  /** The request failed; the state has been set back to `confirmed`. */
  fail: (error: unknown, confirmed: boolean) => void
}

interface Entry {
  confirmed: boolean
  wanted: boolean
  /** Resolves when no request for this key is left. */
  rest: Promise<void>
}

export interface ToggleQueue {
  /**
   * Asks for `key` to become `wanted`. `now` is the state on screen, which counts as the server's when no request is
   * running. Resolves when no request for the key is left; never rejects.
   */
  toggle: <Answer>(
    key: string,
    now: boolean,
    wanted: boolean,
    task: ToggleTask<Answer>,
  ) => Promise<void>
  /** The wanted state that the server has not confirmed; undefined when no request is running. */
  pending: (key: string) => boolean | undefined
}

export function makeToggleQueue(): ToggleQueue {
  const entries = new Map<string, Entry>()

  async function run<Answer>(key: string, entry: Entry, task: ToggleTask<Answer>): Promise<void> {
    for (;;) {
      const sent = entry.wanted
      try {
        const answer = await task.send(sent)
        entry.confirmed = task.stateOf(answer)
        // The server's answer counts even if it differs from what was sent, unless another state has been
        // asked for meanwhile.
        if (entry.wanted === sent || entry.wanted === entry.confirmed) {
          entries.delete(key)
          task.settle(answer)
          return
        }
      } catch (error) {
        // A failed call may still have reached the server, so a newer wanted state is sent even if it equals
        // the old one.
        if (entry.wanted === sent) {
          entries.delete(key)
          task.show(entry.confirmed)
          task.fail(error, entry.confirmed)
          return
        }
      }
    }
  }

  return {
    toggle(key, now, wanted, task) {
      const running = entries.get(key)
      if (running) {
        if (running.wanted !== wanted) {
          running.wanted = wanted
          task.show(wanted)
        }
        return running.rest
      }
      if (now === wanted) return Promise.resolve()
      const entry: Entry = { confirmed: now, wanted, rest: Promise.resolve() }
      entries.set(key, entry)
      task.show(wanted)
      entry.rest = run(key, entry, task)
      return entry.rest
    },
    pending: (key) => entries.get(key)?.wanted,
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

/** The fields to change for a like. The count changes only if the state does. */
export function withLike(entity: Likeable, isLiked: boolean): Partial<Likeable> {
  if (entity.isLiked === isLiked) return {}
  const likeCount = Math.max(0, entity.likeCount + (isLiked ? 1 : -1))
  return { isLiked, likeCount, likes: likeCount }
}

/** The fields to change for a save. The count changes only if the state does. */
export function withSave(entity: Saveable, isSaved: boolean): Partial<Saveable> {
  if (entity.isSaved === isSaved) return {}
  return { isSaved, saveCount: Math.max(0, entity.saveCount + (isSaved ? 1 : -1)) }
}
