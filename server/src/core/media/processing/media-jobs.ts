import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../http/errors.ts'
import {
  MediaDeleted,
  makePlay,
  makePreview,
  makeRenditions,
  makePosterSizes,
  makeTiles,
  withPicture,
} from './renditions.ts'
import { removeMediaIfUnused, removeObjects, type MediaDeps } from '../objects.ts'
import {
  isIncomplete,
  isNarrow,
  lacksPlay,
  lacksPoster,
  lacksPreview,
  lacksTiles,
  missingWidths,
} from './plan.ts'
import { MAKE_PLAY, REMOVE, RENDER, RENDER_LARGE, SETTLED, SWEEP } from '../media-rules.ts'
import {
  findAbandoned,
  findOldRemovals,
  findStuck,
  findUnused,
  findWork,
  markFailed,
  markIncomplete,
  markReady,
  startWork,
  type Work,
} from './processing-queries.ts'

interface MediaJob {
  mediaId: string
}

interface Attempt {
  isLastAttempt: boolean
}

const EVERY_TEN_MINUTES = '*/10 * * * *'
const HOURS = 3_600
const NOT_MADE = 'This upload could not be made ready. Try again, or send another file.'
const NOT_ALL_MADE = 'Not every size of this file could be made. It is shown without. Try again.'

/**
 * What a file can be shown without has a queue of its own, and so has what is encoded anew to be played: a hundred
 * pictures are all shown before any of that is finished.
 */
export function registerMediaJobs(app: FastifyInstance, deps: MediaDeps): void {
  const { db, jobs } = deps
  const standInLost = (error: unknown, mediaId: string) =>
    app.log.warn({ err: error, mediaId }, 'a file is shown without its picture')
  const job = (work: (work: Work, attempt: Attempt) => Promise<void>, fail = failed) =>
    perform(deps, work, fail)

  jobs.work<MediaJob>(
    RENDER,
    job((work, attempt) => show(deps, work, attempt, standInLost)),
    // Two at a time, so that a picture that hangs holds nobody up.
    { concurrency: 2, retries: 2, expireIn: 900 },
  )
  jobs.work<MediaJob>(
    MAKE_PLAY,
    job(async (work) => {
      if (lacksPlay(work)) await makePlay(deps, work)
      await settle(deps, work.id)
    }),
    { retries: 2, expireIn: 6 * HOURS },
  )
  jobs.work<MediaJob>(
    RENDER_LARGE,
    job((work) => makeTheRest(deps, work), lackingSome),
    { retries: 2, expireIn: 2 * HOURS },
  )
  jobs.work<MediaJob>(REMOVE, ({ mediaId }) => removeObjects(deps, mediaId), { retries: 5 })
  jobs.work(SWEEP, () => sweep(deps), { schedule: EVERY_TEN_MINUTES })
  app.addHook('onListen', () => jobs.send(db, SWEEP, {}))
}

/** A job on one file. After the last try its owner reads why it failed; of a damaged file the first is the last. */
function perform(
  deps: MediaDeps,
  work: (work: Work, attempt: Attempt) => Promise<void>,
  fail: typeof failed,
) {
  return async ({ mediaId }: MediaJob, attempt: Attempt): Promise<void> => {
    const begun = await startWork(deps.db, mediaId)
    if (begun === undefined) return
    try {
      await work(begun, attempt)
    } catch (error) {
      if (error instanceof MediaDeleted) return
      const isFinal = isPermanent(error)
      if (isFinal || attempt.isLastAttempt) await fail(deps, mediaId, error)
      if (!isFinal) throw error
    }
  }
}

/** The same file would be refused again. Where a child was lost over it there is a cause, and another may fare better. */
export const isPermanent = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'media.unreadable' && error.cause === undefined

/** Makes what is needed to show a file; what plays of it may be left to a job of its own. */
async function show(
  deps: MediaDeps,
  work: Work,
  { isLastAttempt }: Attempt,
  standInLost: (error: unknown, mediaId: string) => void,
): Promise<void> {
  if (work.kind === 'image') {
    if (missingWidths(work).some(isNarrow)) {
      await withPicture(deps, work, (file) => makeRenditions(deps, work, file, isNarrow))
    }
  } else {
    try {
      await makePosterSizes(deps, work, isNarrow)
    } catch (error) {
      // What can be played or fetched is worth more than the picture that stands for it.
      if (!(isLastAttempt || isPermanent(error)) || error instanceof MediaDeleted) throw error
      standInLost(error, work.id)
    }
  }
  if (lacksPlay(work)) await deps.jobs.send(deps.db, MAKE_PLAY, { mediaId: work.id })
  else await settle(deps, work.id)
}

/** The file is shown from now on; what it can be shown without follows. */
async function settle({ db, jobs, live }: MediaDeps, mediaId: string): Promise<void> {
  const ownerId = await db.transaction().execute(async (trx) => {
    const owner = await markReady(trx, mediaId)
    if (owner !== null) await jobs.publish(trx, SETTLED, { mediaId })
    const work = await findWork(trx, mediaId)
    if (work !== undefined && isIncomplete(work)) await jobs.send(trx, RENDER_LARGE, { mediaId })
    return owner
  })
  if (ownerId !== null) live.mediaMoved(mediaId, ownerId, 'ready')
}

/** Each part by itself: a size that cannot be made keeps no other from being made. */
async function makeTheRest(deps: MediaDeps, work: Work): Promise<void> {
  const part = (isMissing: boolean, make: () => Promise<void>) => async () => {
    if (!isMissing) return
    await make()
    deps.live.mediaMoved(work.id, work.ownerId, 'ready')
  }
  const all = () => true
  const lacksWidths = missingWidths(work).length > 0
  if (work.kind === 'image') {
    return withPicture(deps, work, (file) =>
      eachInTurn([
        part(lacksWidths, () => makeRenditions(deps, work, file, all)),
        part(lacksTiles(work), () => makeTiles(deps, work, file)),
      ]),
    )
  }
  await eachInTurn([
    part(lacksWidths || lacksPoster(work), () => makePosterSizes(deps, work, all)),
    part(lacksPreview(work), () => makePreview(deps, work)),
  ])
}

/** Does them all, and then fails as the first of those that failed, rather as one that may be tried again. */
async function eachInTurn(parts: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts) {
    await part().catch((error: unknown) => {
      if (error instanceof MediaDeleted) throw error
      failures.push(error)
    })
  }
  if (failures.length > 0) throw failures.find((error) => !isPermanent(error)) ?? failures[0]
}

const sentenceOf = (error: unknown, otherwise: string): string =>
  error instanceof AppError ? error.message : otherwise

/** What has been shown before is shown on. */
async function failed(deps: MediaDeps, mediaId: string, error: unknown): Promise<void> {
  const { db, jobs, live } = deps
  const ownerId = await db.transaction().execute(async (trx) => {
    const owner = await markFailed(trx, mediaId, sentenceOf(error, NOT_MADE))
    if (owner !== null) await jobs.publish(trx, SETTLED, { mediaId })
    return owner
  })
  if (ownerId !== null) live.mediaMoved(mediaId, ownerId, 'failed')
  else await lackingSome(deps, mediaId, error)
}

async function lackingSome(deps: MediaDeps, mediaId: string, error: unknown): Promise<void> {
  const ownerId = await markIncomplete(deps.db, mediaId, sentenceOf(error, NOT_ALL_MADE))
  if (ownerId !== null) deps.live.mediaMoved(mediaId, ownerId, 'ready')
}

/** Whatever was cut off, forgotten or never used. */
async function sweep(deps: MediaDeps): Promise<void> {
  const { db, jobs } = deps
  for (const mediaId of await findStuck(db)) await jobs.send(db, RENDER, { mediaId })
  for (const mediaId of await findAbandoned(db)) await lackingSome(deps, mediaId, null)
  for (const mediaId of await findOldRemovals(db)) await removeObjects(deps, mediaId)
  for (const mediaId of await findUnused(db)) {
    await db.transaction().execute((trx) => removeMediaIfUnused(deps, trx, mediaId))
  }
}
