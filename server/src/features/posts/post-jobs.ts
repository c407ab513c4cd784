import { SETTLED } from '../../core/media/media-rules.ts'
import type { Deps } from '../../deps.ts'
import { readyPostsOf } from './post-write-queries.ts'

const MEDIA_SETTLED = 'posts.media-settled'

export function registerPostJobs({ db, jobs, live }: Deps, onShown: () => void): void {
  // Published in the transaction that settled the file.
  jobs.work<{ mediaId: string }>(
    MEDIA_SETTLED,
    async ({ mediaId }) => {
      const shown = await readyPostsOf(db, mediaId)
      if (shown.length === 0) return
      onShown()
      live.postsMoved(shown)
    },
    { concurrency: 2, retries: 5, on: SETTLED },
  )
}
