export interface Gatherer {
  add: (ids: readonly string[]) => void
  /** Hands on what waits. */
  close: () => Promise<void>
}

/** Hands on, once for all, what was named within some milliseconds; one call never overlaps the next. */
export function createGatherer(
  ms: number,
  handOn: (ids: string[]) => Promise<void>,
  onError: (error: unknown) => void,
): Gatherer {
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  const run = async () => {
    const ids = [...waiting]
    waiting = new Set()
    if (ids.length > 0) await handOn(ids).catch(onError)
  }
  const arm = () => {
    timer ??= setTimeout(() => {
      running = run().then(() => {
        timer = null
        if (waiting.size > 0) arm()
      })
    }, ms).unref()
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
