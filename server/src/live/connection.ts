const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** A connection that is gone without a word is noticed after this. */
const CHECK_MS = 20_000
/** Longest that opening and checking may take. */
export const ANSWER_MS = 5_000
const END_MS = 1_000

/** One connection, from its opening to its end. */
export interface Line {
  open: () => Promise<unknown>
  /** Asks the other side for any answer. */
  check: () => Promise<unknown>
  end: () => Promise<unknown>
}

export interface KeepOpenOptions {
  /** Makes the next line, which calls `lost` when it is gone. */
  line: (lost: () => void) => Line
  onFirst: () => void
  /** Opened anew: what came between is lost. */
  onAgain: () => void
  onError: (error: unknown) => void
}

/** Keeps a line open: whenever it is lost, the next is tried, after pauses that grow. */
export function keepOpen(options: KeepOpenOptions): { close: () => Promise<void> } {
  const { line, onFirst, onAgain, onError } = options
  let isFirst = true
  const stopping = new AbortController()
  /** Ends the present wait. */
  let wake = () => {}

  const openOnce = async (): Promise<void> => {
    const lost = Promise.withResolvers<void>()
    const stopped = Promise.withResolvers<void>()
    wake = () => {
      stopped.resolve()
      lost.resolve()
    }
    const one = line(lost.resolve)
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
      // One that is gone without a word does not answer to this either.
      await within(END_MS, one.end()).catch(onError)
    }
  }

  const loop = async () => {
    let pause = FIRST_PAUSE_MS
    while (!stopping.signal.aborted) {
      const started = Date.now()
      await openOnce().catch(onError)
      if (stopping.signal.aborted) return
      if (Date.now() - started > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS
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

/** Fails when the work takes longer. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${ms} ms.`)), ms).unref()
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
