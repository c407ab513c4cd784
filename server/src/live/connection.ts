const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** How often a connection is checked, because one can break silently. */
const CHECK_MS = 20_000
/** Time limit for opening and checking a connection. */
export const ANSWER_MS = 5_000
const END_MS = 1_000

/** One connection from opening to end. */
export interface BusConnection {
  open: () => Promise<unknown>
  /** Requests any answer from the other side. */
  check: () => Promise<unknown>
  end: () => Promise<unknown>
}

export interface KeepOpenOptions {
  /** Makes the next connection, which calls `lost` when it breaks. */
  connect: (lost: () => void) => BusConnection
  onFirst: () => void
  /** The connection is open again; messages in between were lost. */
  onAgain: () => void
  onError: (error: unknown) => void
}

/** Keeps a connection open. Whenever it is lost, it tries a new one after growing pauses. */
export function keepOpen(options: KeepOpenOptions): { close: () => Promise<void> } {
  const { connect, onFirst, onAgain, onError } = options
  let isFirst = true
  const stopping = new AbortController()
  /** Ends the current wait. */
  let wake = () => {}

  const openOnce = async (): Promise<void> => {
    const lost = Promise.withResolvers<void>()
    const stopped = Promise.withResolvers<void>()
    wake = () => {
      stopped.resolve()
      lost.resolve()
    }
    const one = connect(lost.resolve)
    const check = setInterval(() => {
      within(ANSWER_MS, one.check()).catch((error: unknown) => {
        onError(error)
        lost.resolve()
      })
    }, CHECK_MS).unref()
    try {
      await Promise.race([within(ANSWER_MS, one.open()), stopped.promise])
      if (stopping.signal.aborted) return
      if (isFirst) onFirst()
      else onAgain()
      isFirst = false
      await lost.promise
    } finally {
      clearInterval(check)
      // A silently broken connection will not answer this either.
      await within(END_MS, one.end()).catch(onError)
    }
  }

  const loop = async () => {
    let pause = FIRST_PAUSE_MS
    while (!stopping.signal.aborted) {
      const started = performance.now()
      await openOnce().catch(onError)
      if (stopping.signal.aborted) return
      if (performance.now() - started > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS
      await Promise.race([sleep(pause), new Promise<void>((resolve) => (wake = resolve))])
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }
  const ended = loop()
  return {
    close: async () => {
      stopping.abort()
      wake()
      await ended
    },
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/** Fails if the work takes longer. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${ms} ms.`)), ms).unref()
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
