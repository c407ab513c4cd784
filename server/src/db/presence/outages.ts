import type { FastifyBaseLogger } from 'fastify'
import { isNotThere } from './absence.ts'
import type { DatabaseState } from './probe.ts'

/** As the log calls it for each entry. */
type LogMethod = (
  this: FastifyBaseLogger,
  args: unknown[],
  method: (...args: never[]) => void,
) => void

/** What was cut off and takes too long is as good as gone: a pooler keeps statements waiting during a failover. */
const GONE: ReadonlySet<DatabaseState> = new Set(['gone', 'slow'])
const AGAIN_MS = 1_000
/** More entries say nothing new. */
const MOST_HELD = 100

/**
 * A hook for the log: while the database is gone, everything that fails because of it is one line at the beginning and
 * one at the end. The first such error makes it check; entries are held until then, and written if the database is there.
 */
export function createOutages(check: () => Promise<DatabaseState>): LogMethod {
  let state: 'none' | 'suspected' | 'known' = 'none'
  let held: (() => void)[] = []

  const follow = async (log: FastifyBaseLogger): Promise<void> => {
    const since = performance.now()
    if (!GONE.has(await check())) {
      state = 'none'
      for (const write of held.splice(0)) write()
      return
    }
    state = 'known'
    held = []
    log.error('the database is gone; what fails because of it is not logged until it is back')
    const watch = async () => {
      if (GONE.has(await check())) return again()
      state = 'none'
      const seconds = Math.round((performance.now() - since) / 1_000)
      log.info({ seconds }, 'the database is back')
    }
    const again = () => void setTimeout(() => void watch(), AGAIN_MS).unref()
    again()
  }

  return function logMethod(args, method) {
    const [first] = args
    const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : null
    const write = () => method.apply(this, args as never[])
    if (!isNotThere(error)) return write()
    if (state === 'known') return
    if (held.length < MOST_HELD) held.push(write)
    if (state === 'suspected') return
    state = 'suspected'
    void follow(this)
  }
}
