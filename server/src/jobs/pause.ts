/** The pause of a loop between two looks at what is waiting. */
export interface Pause {
  wait: (ms: number) => Promise<void>
  /** Ends the current wait at once. */
  end: () => void
  /** Ends it after so many milliseconds, so that what is written in a moment is found together. */
  endAfter: (ms: number) => void
}

export function createPause(): Pause {
  let end = () => {}
  let ending: NodeJS.Timeout | null = null
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    end: () => end(),
    endAfter: (ms) => {
      ending ??= setTimeout(() => {
        ending = null
        end()
      }, ms).unref()
    },
  }
}
