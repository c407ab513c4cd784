import type { FastifyInstance } from 'fastify'
import { SETTLED } from '../../core/media/media-rules.ts'
import type { Deps } from '../../deps.ts'
import { resting } from '../../jobs/yielding.ts'
import type { WorkStates } from './portfolio-state-steps.ts'
import { needsRefresh, refreshPortfolios } from './portfolio-refresh-queries.ts'
import { listWorksOfMedia } from './portfolio-write-queries.ts'

const MEDIA_SETTLED = 'portfolios.media-settled'
const REFRESH = 'portfolios.refresh'
const EVERY_15_MINUTES = '*/15 * * * *'
const MS_OF_15_MINUTES = 15 * 60_000
const PUBLISH_DUE = 'portfolios.publish-due'
const EVERY_MINUTE = '* * * * *'
const EMPTY_BIN = 'portfolios.empty-bin'
const EVERY_HOUR = '17 * * * *'

export function registerPortfolioJobs(
  app: FastifyInstance,
  { db, jobs }: Deps,
  { states, onListed }: { states: WorkStates; onListed: () => void },
): void {
  // The job is sent in the transaction that made the picture ready.
  jobs.work<{ mediaId: string }>(
    MEDIA_SETTLED,
    async ({ mediaId }) => {
      await listWorksOfMedia(db, mediaId)
      onListed()
    },
    { concurrency: 2, retries: 5, on: SETTLED },
  )
  // With a million works it takes half a minute. New words of works are there at once, only counts come later.
  const refresh = resting(MS_OF_15_MINUTES, () => refreshPortfolios(db))
  jobs.work(REFRESH, refresh, { schedule: EVERY_15_MINUTES, expireIn: 1_200 })
  jobs.work(PUBLISH_DUE, states.publishDue, { schedule: EVERY_MINUTE, expireIn: 600 })
  jobs.work(EMPTY_BIN, states.emptyBin, { schedule: EVERY_HOUR, expireIn: 1_200 })
  // Search does not find imported works until their words are indexed, so do not wait for the schedule.
  app.addHook('onListen', async () => {
    if (await needsRefresh(db)) await jobs.send(db, REFRESH, {})
  })
}
