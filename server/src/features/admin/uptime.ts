import type { Context } from '../../deps.ts'
import { recordMinute } from './uptime-queries.ts'

/** Often enough that one beat which is late does not cost its minute. */
const BEAT_MS = 20_000

/**
 * Uptime as Plinth can know it of itself: in a minute it was up when at least one process that answers requests ran
 * and could write to the database. What lies between it and people, the network or a proxy, is not in the figure.
 */
export function registerUptime({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  let beating: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const beat = () => {
    beating = recordMinute(deps.db, deps.now()).catch((error: unknown) => {
      app.log.error({ err: error }, 'this minute is not recorded as up')
    })
  }
  app.addHook('onReady', () => {
    beat()
    timer = setInterval(beat, BEAT_MS)
    timer.unref()
    return beating
  })
  app.addHook('onClose', () => {
    clearInterval(timer)
    return beating
  })
}
