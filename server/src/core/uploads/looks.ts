import { AppError } from '../../http/errors.ts'

/** A look whose outcome nobody has asked for goes on for this long: whoever uploaded the file asks again by then. */
const KEPT_MS = 30_000

/** Looks at something and stops when the signal aborts. */
type Work = (signal: AbortSignal) => Promise<void>

interface Look {
  done: Promise<void>
  /** How many requests wait for it now. */
  waiting: number
  stop: AbortController
  end: NodeJS.Timeout | undefined
}

/** Looks at files, of which each may take longer than a request should. */
export interface Looks {
  /**
   * Waits for the look of this name, and begins it if there is none. Resolves to false when it takes longer than
   * `patienceMs`; then it goes on, and the same call tells how it ended. Throws what the work throws.
   */
  isDone: (name: string, work: Work, patienceMs: number) => Promise<boolean>
}

export function createLooks({ keptMs = KEPT_MS }: { keptMs?: number } = {}): Looks {
  const looks = new Map<string, Look>()

  const begin = (name: string, work: Work): Look => {
    const stop = new AbortController()
    const look: Look = { done: work(stop.signal), waiting: 0, stop, end: undefined }
    // It is told to whoever asks next.
    look.done.catch(() => undefined)
    looks.set(name, look)
    return look
  }
  const forget = (name: string, look: Look): void => {
    if (looks.get(name) === look) looks.delete(name)
  }

  return {
    isDone: async (name, work, patienceMs) => {
      const look = looks.get(name) ?? begin(name, work)
      clearTimeout(look.end)
      look.waiting += 1
      let isLate = false
      try {
        isLate = !(await isDoneWithin(look.done, patienceMs))
        return !isLate
      } finally {
        look.waiting -= 1
        if (!isLate) forget(name, look)
        else if (look.waiting === 0) {
          look.end = setTimeout(() => {
            forget(name, look)
            look.stop.abort(unasked())
          }, keptMs).unref()
        }
      }
    },
  }
}

async function isDoneWithin(done: Promise<void>, ms: number): Promise<boolean> {
  if (ms === Infinity) return done.then(() => true)
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(resolve, ms, false)
  try {
    return await Promise.race([done.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

const unasked = () =>
  new AppError('unavailable', 'Nobody asked for this file any more. Finish the upload again.')
