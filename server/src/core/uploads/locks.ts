import type { Locker } from '@tus/server'
import { AppError } from '../../http/errors.ts'
import type { UploadKey } from './upload-queries.ts'

/** After this long without a byte, a holder may be a dead connection, and the next request takes over. */
const QUIET_MS = 2_000
/** How long one request waits for another that is active. */
const MAX_WAIT_MS = 1_500

interface Held {
  /** Asks the holder to stop; the bytes it has received stay. */
  release: () => void
  movedAt: number
  done: Promise<void>
}

interface HoldOptions {
  release: () => void
  /** Stops a holder even while it is active. */
  isUrgent?: boolean
}

/** Includes the owner, so that nobody can stop another person's upload. */
const nameOf = ({ id, ownerId }: UploadKey): string => `${ownerId} ${id}`

/**
 * Lets one request at a time work on an upload. It only covers this process. Two processes may receive the same upload;
 * the staging sees to it that this harms no byte.
 */
export class UploadLocks {
  readonly #held = new Map<string, Held>()

  /** Returns the function that unlocks the upload. Throws 423 when another request keeps it. */
  async hold(key: UploadKey, { release, isUrgent = false }: HoldOptions): Promise<() => void> {
    const name = nameOf(key)
    const deadline = performance.now() + MAX_WAIT_MS
    for (let held = this.#held.get(name); held !== undefined; held = this.#held.get(name)) {
      if (isUrgent || performance.now() - held.movedAt > QUIET_MS) held.release()
      if (!(await isDoneBefore(held.done, deadline))) throw locked()
    }
    const { promise: done, resolve } = Promise.withResolvers<void>()
    this.#held.set(name, { release, movedAt: performance.now(), done })
    return () => {
      this.#held.delete(name)
      resolve()
    }
  }

  /** Records that bytes have arrived. */
  moved(key: UploadKey): void {
    const held = this.#held.get(nameOf(key))
    if (held !== undefined) held.movedAt = performance.now()
  }

  /** Stops all running uploads; clients send the rest to the next process. */
  releaseAll(): void {
    for (const held of this.#held.values()) held.release()
  }

  /** The locker that the tus server expects. */
  locker({ ownerId, isUrgent }: { ownerId: string; isUrgent: boolean }): Locker {
    return {
      newLock: (id) => {
        let unlock = (): void => undefined
        return {
          lock: async (_signal, requestRelease) => {
            unlock = await this.hold(
              { id, ownerId },
              { release: () => void requestRelease(), isUrgent },
            )
          },
          unlock: async () => unlock(),
        }
      },
    }
  }
}

async function isDoneBefore(done: Promise<void>, deadline: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()), false)
  try {
    return await Promise.race([done.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** The protocol's 423, on which tus clients retry by themselves. */
export const locked = () =>
  new AppError('conflict', 'Another request is using this upload. Try again in a moment.', {
    status: 423,
    headers: { 'retry-after': '2' },
  })
