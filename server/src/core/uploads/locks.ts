import type { Locker } from '@tus/server'
import { AppError } from '../../http/errors.ts'
import type { UploadKey } from './upload-queries.ts'

/** A holder that no byte has reached for so long may be a dead connection: whoever comes next takes over. */
const QUIET_MS = 2_000
/** How long one request waits for another that is at work. */
const PATIENCE_MS = 1_500

interface Held {
  /** Asks the holder to stop; what it has received stays. */
  release: () => void
  movedAt: number
  done: Promise<void>
}

interface HoldOptions {
  release: () => void
  /** Stops a holder that is at work. */
  isUrgent?: boolean
}

/** With its owner in it, so that nobody stops what is not theirs. */
const nameOf = ({ id, ownerId }: UploadKey): string => `${ownerId} ${id}`

/**
 * One request at a time works on an upload. Only within this process: what two processes write at the same offset is
 * the same bytes of the same file, and each answers what really is on disk.
 */
export class UploadLocks {
  readonly #held = new Map<string, Held>()

  /** Answers what gives the upload free again. */
  async hold(key: UploadKey, { release, isUrgent = false }: HoldOptions): Promise<() => void> {
    const name = nameOf(key)
    const deadline = Date.now() + PATIENCE_MS
    for (let held = this.#held.get(name); held !== undefined; held = this.#held.get(name)) {
      if (isUrgent || Date.now() - held.movedAt > QUIET_MS) held.release()
      if (!(await isDoneBefore(held.done, deadline))) throw locked()
    }
    const { promise: done, resolve } = Promise.withResolvers<void>()
    this.#held.set(name, { release, movedAt: Date.now(), done })
    return () => {
      this.#held.delete(name)
      resolve()
    }
  }

  /** Bytes came for it. */
  moved(key: UploadKey): void {
    const held = this.#held.get(nameOf(key))
    if (held !== undefined) held.movedAt = Date.now()
  }

  /** Stops whatever is on its way: the rest can be sent to the next process. */
  releaseAll(): void {
    for (const held of this.#held.values()) held.release()
  }

  /** As tus asks for it. */
  locker({ ownerId, isUrgent }: { ownerId: string; isUrgent: boolean }): Locker {
    return {
      newLock: (id) => {
        let free = (): void => undefined
        return {
          lock: async (_signal, requestRelease) => {
            free = await this.hold(
              { id, ownerId },
              { release: () => void requestRelease(), isUrgent },
            )
          },
          unlock: async () => free(),
        }
      },
    }
  }
}

async function isDoneBefore(done: Promise<void>, deadline: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(resolve, Math.max(0, deadline - Date.now()), false)
  try {
    return await Promise.race([done.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** 423, as the protocol has it, so that its clients try again by themselves. */
export const locked = () =>
  new AppError('conflict', 'Another request is at work on this upload. Try again in a moment.', {
    status: 423,
    headers: { 'retry-after': '2' },
  })
