import { SETTLED } from '../../core/media/media-rules.ts'
import type { Deps, Context } from '../../deps.ts'
import { markPostsReady, refreshHotScores } from './post-write-queries.ts'

const MEDIA_SETTLED = 'posts.media-settled'

export function registerPostJobs({ db, jobs, live }: Deps, onShown: () => void): void {
  // Published in the transaction that settled the file.
  jobs.work<{ mediaId: string }>(
    MEDIA_SETTLED,
    async ({ mediaId }) => {
      const shown = await markPostsReady(db, mediaId)
      if (shown.length === 0) return
      onShown()
      live.postsMoved(shown)
    },
    { concurrency: 2, retries: 5, on: SETTLED },
  )
}

/** An index stands on `hot`: it moves this often at most, however much is liked. */
const FLUSH_MS = 60_000
/** Posts in one statement. */
const MAX_POSTS = 1_000

export interface HotScoreQueue {
  /** These posts' likes, saves or comments have moved. */
  touch: (ids: readonly string[]) => void
  /** Writes what was touched. */
  flush: () => Promise<void>
}

const queues = new WeakMap<Context['deps'], HotScoreQueue>()

/**
 * The hotScores of an app's posts, one for all that touch them. What was touched in a process that dies keeps its old
 * place in the lists until it is touched again.
 */
export function hotScoreQueue({ app, deps }: Pick<Context, 'app' | 'deps'>): HotScoreQueue {
  const known = queues.get(deps)
  if (known !== undefined) return known
  let touched = new Set<string>()

  const flush = async () => {
    const ids = [...touched]
    touched = new Set()
    try {
      for (let at = 0; at < ids.length; at += MAX_POSTS) {
        await refreshHotScores(deps.db, ids.slice(at, at + MAX_POSTS))
      }
    } catch (error) {
      app.log.error({ err: error }, 'hotScores not kept')
      // Warming twice changes nothing: next time all of them are tried.
      touched = new Set([...ids, ...touched])
    }
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await flush()
  })
  const hotScores: HotScoreQueue = {
    touch: (ids) => {
      for (const id of ids) touched.add(id)
    },
    flush,
  }
  queues.set(deps, hotScores)
  return hotScores
}
