import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/errors.ts'
import {
  isNarrow,
  isWide,
  makePlay,
  makePoster,
  makeRenditions,
  missingWidths,
} from './media-making.ts'
import { removeMediaIfUnused, removeObjects, type MediaDeps } from './media-objects.ts'
import { MAKE_PLAY, REMOVE, RENDER, RENDER_LARGE, SETTLED, SWEEP } from './media-rules.ts'
import {
  findOldRemovals,
  findStuck,
  findUnused,
  markFailed,
  markReady,
  startWork,
  type Work,
} from './media-work-queries.ts'

interface MediaJob {
  mediaId: string
}

interface Attempt {
  isLastAttempt: boolean
}

const EVERY_TEN_MINUTES = '*/10 * * * *'
const HOURS = 3_600
const NOT_MADE = 'This upload could not be made ready. Try again, or send another file.'

/**
 * Wide renditions have a queue of their own, and so have videos that are made anew: a hundred pictures are all shown
 * before any of that is finished.
 */
export function registerMediaJobs(app: FastifyInstance, deps: MediaDeps): void {
  const { db, jobs } = deps
  const posterLost = (error: unknown, mediaId: string) =>
    app.log.warn({ err: error, mediaId }, 'a video goes without its poster')
  jobs.work<MediaJob>(
    RENDER,
    ({ mediaId }, attempt) =>
      orFail(deps, mediaId, attempt, () => show(deps, mediaId, attempt, posterLost)),
    // Two at a time, so that a picture that hangs holds nobody up.
    { concurrency: 2, retries: 2, expireIn: 900 },
  )
  jobs.work<MediaJob>(
    MAKE_PLAY,
    ({ mediaId }, attempt) =>
      orFail(deps, mediaId, attempt, async () => {
        const work = await makePlay(deps, mediaId)
        if (work !== null) await settle(deps, work)
      }),
    { retries: 2, expireIn: 6 * HOURS },
  )
  jobs.work<MediaJob>(
    RENDER_LARGE,
    async ({ mediaId }) => {
      const work = await startWork(db, mediaId)
      if (work !== undefined) await makeRenditions(deps, work, isWide)
    },
    { retries: 2, expireIn: HOURS },
  )
  jobs.work<MediaJob>(REMOVE, ({ mediaId }) => removeObjects(deps, mediaId), { retries: 5 })
  jobs.work(SWEEP, () => sweep(deps), { schedule: EVERY_TEN_MINUTES })
  app.addHook('onListen', () => jobs.send(db, SWEEP, {}))
}

/** Makes what is needed to show a file; what plays of a video may be left to a job of its own. */
async function show(
  deps: MediaDeps,
  mediaId: string,
  { isLastAttempt }: Attempt,
  posterLost: (error: unknown, mediaId: string) => void,
): Promise<void> {
  const work = await startWork(deps.db, mediaId)
  if (work === undefined) return
  if (work.kind === 'image') {
    await makeRenditions(deps, work, isNarrow)
    return settle(deps, work)
  }
  try {
    await makePoster(deps, work)
    await makeRenditions(deps, work, isNarrow)
  } catch (error) {
    // What can be played is worth more than its poster.
    if (!isLastAttempt) throw error
    posterLost(error, mediaId)
  }
  await (work.plays === null ? deps.jobs.send(deps.db, MAKE_PLAY, { mediaId }) : settle(deps, work))
}

async function settle(deps: MediaDeps, work: Work): Promise<void> {
  const { db, jobs, live } = deps
  const { id: mediaId } = work
  const ownerId = await db.transaction().execute(async (trx) => {
    const owner = await markReady(trx, mediaId)
    if (owner === null) return null
    await jobs.publish(trx, SETTLED, { mediaId })
    if (missingWidths(work).some(isWide)) await jobs.send(trx, RENDER_LARGE, { mediaId })
    return owner
  })
  if (ownerId !== null) live.mediaMoved(mediaId, ownerId, 'ready')
}

/** After the last try the file has failed, with a sentence for its owner. */
async function orFail(
  deps: MediaDeps,
  mediaId: string,
  { isLastAttempt }: Attempt,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isLastAttempt) await fail(deps, mediaId, error)
    throw error
  }
}

async function fail(deps: MediaDeps, mediaId: string, error: unknown): Promise<void> {
  const { db, jobs, live } = deps
  const failure = error instanceof AppError ? error.message : NOT_MADE
  const ownerId = await db.transaction().execute(async (trx) => {
    const owner = await markFailed(trx, mediaId, failure)
    if (owner !== null) await jobs.publish(trx, SETTLED, { mediaId })
    return owner
  })
  if (ownerId !== null) live.mediaMoved(mediaId, ownerId, 'failed')
}

/** Whatever was cut off, forgotten or never used. */
async function sweep(deps: MediaDeps): Promise<void> {
  const { db, jobs } = deps
  for (const mediaId of await findStuck(db)) await jobs.send(db, RENDER, { mediaId })
  for (const mediaId of await findOldRemovals(db)) await removeObjects(deps, mediaId)
  for (const mediaId of await findUnused(db)) {
    await db.transaction().execute((trx) => removeMediaIfUnused(deps, trx, mediaId))
  }
}
