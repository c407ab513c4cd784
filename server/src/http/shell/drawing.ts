import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'

/** From this many waiting pages on, members' pages are left to their browsers. */
const MANY = 4

const one = pLimit(1)

/**
 * Draws one page at a time, and then leaves as much time to everything else as that took. Rendering holds the process for
 * tens of milliseconds, and a burst of pages would let reads run out of time.
 */
export const drawing = {
  draw: (render: () => Promise<string>): Promise<string> =>
    new Promise((resolve, reject) => {
      void one(async () => {
        await setImmediate()
        const begin = performance.now()
        await Promise.resolve().then(render).then(resolve, reject)
        await sleep(performance.now() - begin, undefined, { ref: false })
      })
    }),
  isBusy: (): boolean => one.pendingCount >= MANY,
}
