import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { tagOf, type PurgeGateway } from '../../gateways/purge.ts'
import { createPause } from '../../jobs/pause.ts'
import { finishPurges, postponePurges, setPurging, takePurges } from './purge-queries.ts'

/** How long after a write of this process the cache is told, so that the writes of a moment go together. */
const SOON_MS = 100
/** How often changes of other processes and jobs are looked for. */
const POLL_MS = 500
/** A cache that has not answered by then is asked again later. */
const TIMEOUT_MS = 10_000

/** Has changes noted where there is a cache to tell, and tells it in the processes that run jobs. */
export function registerPurging(
  app: FastifyInstance,
  { db, purge, env }: Pick<Deps, 'db' | 'purge' | 'env'>,
): void {
  app.addHook('onReady', () => setPurging(db, purge !== null))
  if (purge === null || !env.runJobs) return
  let purging: Purging | null = null
  app.addHook('onReady', async () => {
    const lagSeconds = env.databaseReadUrls.length === 0 ? 0 : env.replicaLagSeconds
    purging = startPurging({ db, purge, lagSeconds }, (error) =>
      app.log.warn({ err: error }, 'the cache in front was not told, which is tried again'),
    )
  })
  app.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD') purging?.wakeSoon()
  })
  app.addHook('onClose', () => purging?.stop())
}

interface Purging {
  /** Somebody has written something: looks soon. */
  wakeSoon: () => void
  /** Ends the current batch, which is sent again by another process. */
  stop: () => Promise<void>
}

/**
 * Tells the cache in front what it must forget, for as long as the process runs. A purge that fails is tried again until
 * it succeeds.
 */
function startPurging(
  { db, purge, lagSeconds }: Pick<Deps, 'db'> & { purge: PurgeGateway; lagSeconds: number },
  onError: (error: unknown) => void,
): Purging {
  const stopping = new AbortController()
  const pause = createPause()

  /** Returns whether there was something to do. */
  const sendBatch = async (): Promise<boolean> => {
    const waiting = await takePurges(db, purge.atMost)
    if (waiting.length === 0) return false
    const ids = waiting.map(({ id }) => id)
    try {
      await purge.purge(
        {
          tags: [...new Set(waiting.map(({ subjectId }) => tagOf(subjectId)))],
          paths: [...new Set(waiting.flatMap(({ paths }) => paths))],
        },
        AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      )
    } catch (error) {
      await postponePurges(db, ids)
      throw error
    }
    await finishPurges(db, ids, lagSeconds)
    return true
  }

  const loop = async () => {
    for (;;) {
      try {
        if ((await sendBatch()) && !stopping.signal.aborted) continue
      } catch (error) {
        onError(error)
      }
      if (stopping.signal.aborted) return
      await pause.wait(POLL_MS)
    }
  }
  const ended = loop()
  return {
    wakeSoon: () => pause.endAfter(SOON_MS),
    stop: async () => {
      stopping.abort()
      pause.end()
      await ended
    },
  }
}
