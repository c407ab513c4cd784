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

/** `hot` is indexed, so it is written at most this often, however many likes arrive. */
const FLUSH_MS = 60_000
/** Most posts in one statement. */
const MAX_POSTS = 1_000

export interface HotScoreQueue {
  /** Queues posts whose likes, saves or comments changed. */
  touch: (ids: readonly string[]) => void
  /** Writes the new scores of the queued posts. */
  flush: () => Promise<void>
}

const queues = new WeakMap<Context['deps'], HotScoreQueue>()

/**
 * The queue of posts whose hot score must be recomputed, one for each app. Posts queued in a process that dies keep
 * their old score until somebody likes, saves or comments on them again.
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
      app.log.error({ err: error }, 'hot scores not saved')
      // Recomputing a score twice is harmless, so the next flush tries all of them again.
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
