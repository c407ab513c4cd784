import { SETTLED } from '../../core/media/media-rules.ts'
import type { Deps } from '../../deps.ts'
import { findConversationsOf } from './message-media-queries.ts'

const MEDIA_SETTLED = 'messages.media-settled'

export function registerMessageJobs({ db, jobs, live }: Deps): void {
  // Published in the transaction that settled the file.
  jobs.work<{ mediaId: string }>(
    MEDIA_SETTLED,
    async ({ mediaId }) => {
      for (const { id, userIds } of await findConversationsOf(db, mediaId)) {
        live.messagesMoved(id, userIds)
      }
    },
    { concurrency: 2, retries: 5, on: SETTLED },
  )
}
