export interface Gatherer {
  add: (ids: readonly string[]) => void
  /** Hands on what waits. */
  close: () => Promise<void>
}

export interface GatherOptions {
  ms: number
  /** What comes after a rest is handed on at once; only what follows it closely is gathered. */
  isPrompt?: boolean
  onError: (error: unknown) => void
}

/** Hands on, once for all, what was named within some milliseconds; one call never overlaps the next. */
export function createGatherer(
  { ms, isPrompt = false, onError }: GatherOptions,
  handOn: (ids: string[]) => Promise<void>,
): Gatherer {
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let restsSince = -Infinity

  const run = async () => {
    const ids = [...waiting]
    waiting = new Set()
    if (ids.length > 0) await handOn(ids).catch(onError)
  }
  const arm = () => {
    const pause = isPrompt ? restsSince + ms - performance.now() : ms
    timer ??= setTimeout(
      () => {
        running = run().then(() => {
          timer = null
          restsSince = performance.now()
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
