const SOON_MS = 250

/** What is drawn of something that changes often: at once, or a few times a second. */
export function makeDrawn<View>(make: () => View) {
  let view = make()
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const now = () => {
    clearTimeout(timer)
    timer = undefined
    view = make()
    for (const listener of listeners) listener()
  }
  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    now,
    /** For progress. */
    soon: () => {
      timer ??= setTimeout(now, SOON_MS)
    },
  }
}
