export interface Batcher {
  add: (ids: readonly string[]) => void
  /** Passes on what is waiting, then stops. */
  close: () => Promise<void>
}

export interface BatcherOptions {
  ms: number
  /** Pass on the first ids after a pause at once, and batch only what follows soon after. */
  isPrompt?: boolean
  onError: (error: unknown) => void
}

/** Collects ids for some milliseconds and passes each on once. Calls of `flush` never overlap. */
export function createBatcher(
  { ms, isPrompt = false, onError }: BatcherOptions,
  flush: (ids: string[]) => Promise<void>,
): Batcher {
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let idleSince = -Infinity

  const run = async () => {
    const ids = [...waiting]
    waiting = new Set()
    if (ids.length > 0) await flush(ids).catch(onError)
  }
  const arm = () => {
    const pause = isPrompt ? idleSince + ms - performance.now() : ms
    timer ??= setTimeout(
      () => {
        running = run().then(() => {
          timer = null
          idleSince = performance.now()
          if (waiting.size > 0) arm()
        })
      },
      Math.max(0, pause),
    ).unref()
  }
  return {
    add: (ids) => {
      for (const id of ids) waiting.add(id)
      if (waiting.size > 0) arm()
    },
    close: async () => {
      if (timer !== null) clearTimeout(timer)
      await running
      if (timer !== null) clearTimeout(timer)
      await run()
    },
  }
}
