type Receiver = (files: readonly File[]) => void

export interface Handover {
  give: (files: Iterable<File>) => void
  /** Returns what ends it. */
  receive: (receiver: Receiver) => () => void
}

/** Hands files to a part of the screen that may not have loaded yet. */
export function makeHandover(): Handover {
  let waiting: File[] = []
  let receiver: Receiver | null = null
  return {
    give: (files) => {
      waiting.push(...files)
      if (receiver === null) return
      const given = waiting
      waiting = []
      receiver(given)
    },
    receive: (next) => {
      receiver = next
      const given = waiting
      waiting = []
      if (given.length > 0) next(given)
      return () => {
        receiver = null
      }
    },
  }
}
