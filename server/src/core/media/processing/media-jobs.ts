import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../http/errors.ts'
import { inParts } from '../../../jobs/yielding.ts'
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
import { isMachineFault, isWorthWaiting, pauseAfter } from './faults.ts'
import { MAKE_PLAY, REMOVE, RENDER, RENDER_LARGE, SETTLED, SWEEP } from '../media-rules.ts'
import {
  findAbandoned,
  findNextUnused,
  findOldRemovals,
  findStuck,
  findWork,
  markFailed,
  markIncomplete,
  markReady,
  startWork,
  takeRemovedPictures,
  uncountAttempt,
  type Work,
} from './processing-queries.ts'

interface MediaJob {
  mediaId: string
  /** How often it was put off because of the machine. */
  delays?: number
}

interface Attempt {
  isLastAttempt: boolean
}

const EVERY_TEN_MINUTES = '*/10 * * * *'
const HOURS = 3_600
const FAILED_MESSAGE = 'We couldn’t prepare this upload. Try again, or choose another file.'
const INCOMPLETE_MESSAGE =
  'We couldn’t make every size of this file. People see the others. Try again.'

/**
 * Registers the jobs that process uploads. Wide renditions and playable copies have queues of their own, so that a
 * hundred pictures can be shown before the first of those is finished. An impatient caller gets what the machine lacks
 * as an error instead of waiting for it.
 */
export function registerMediaJobs(
  app: FastifyInstance,
  deps: MediaDeps,
  { isPatient = true }: { isPatient?: boolean } = {},
): void {
  const { db, jobs } = deps
  const onPosterFailed = (error: unknown, mediaId: string) =>
    app.log.warn({ err: error, mediaId }, 'a file is shown without its poster')
  const onPostponed = (error: unknown, mediaId: string, seconds: number) =>
    app.log.warn({ err: error, mediaId, seconds }, 'work on a file is put off')
  const job = (
    name: string,
    work: (work: Work, attempt: Attempt) => Promise<void>,
    fail = reportFailure,
  ) => perform(deps, { name, work, fail, isPatient, onPostponed })

  jobs.work<MediaJob>(
    RENDER,
    job(RENDER, (work, attempt) => prepare(deps, work, attempt, onPosterFailed)),
    // Two at a time, so that a stuck picture does not block the others.
    { concurrency: 2, retries: 2, expireIn: 900 },
  )
  jobs.work<MediaJob>(
    MAKE_PLAY,
    job(MAKE_PLAY, async (work) => {
      if (lacksPlay(work)) await makePlay(deps, work)
      await settle(deps, work.id)
    }),
    { retries: 2, expireIn: 6 * HOURS },
  )
  jobs.work<MediaJob>(
    RENDER_LARGE,
    job(RENDER_LARGE, (work) => makeRemaining(deps, work), reportIncomplete),
    { retries: 2, expireIn: 2 * HOURS },
  )
  jobs.work<MediaJob>(REMOVE, ({ mediaId }) => removeObjects(deps, mediaId), { retries: 5 })
  jobs.work(SWEEP, () => sweep(deps), { schedule: EVERY_TEN_MINUTES })
  app.addHook('onListen', () => jobs.send(db, SWEEP, {}))
}

interface Performed {
  name: string
  work: (work: Work, attempt: Attempt) => Promise<void>
  fail: typeof reportFailure
  isPatient: boolean
  onPostponed: (error: unknown, mediaId: string, seconds: number) => void
}

/**
 * Wraps a job on one file: after the last attempt its owner is shown why it failed. A damaged file gets one attempt. What
 * the machine lacks is waited for, in pauses that grow, and counts as no attempt.
 */
function perform(deps: MediaDeps, { name, work, fail, isPatient, onPostponed }: Performed) {
  return async ({ mediaId, delays = 0 }: MediaJob, attempt: Attempt): Promise<void> => {
    const started = await startWork(deps.db, mediaId)
    if (started === undefined) return
    try {
      await work(started, attempt)
    } catch (error) {
      if (error instanceof MediaDeleted) return
      if (isPatient && isWorthWaiting(error, delays)) {
        const afterSeconds = pauseAfter(delays)
        onPostponed(error, mediaId, afterSeconds)
        await uncountAttempt(deps.db, mediaId)
        await deps.jobs.send(deps.db, name, { mediaId, delays: delays + 1 }, { afterSeconds })
        return
      }
      const isFinal = isPermanent(error)
      if (isFinal || attempt.isLastAttempt) await fail(deps, mediaId, error)
      if (!isFinal) throw error
    }
  }
}

/** Whether the same file would be refused again. An error with a cause came from a lost worker process; a retry may succeed. */
export const isPermanent = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'media.unreadable' && error.cause === undefined

/** Makes what is needed to show a file. A playable copy is left to a job of its own. */
async function prepare(
  deps: MediaDeps,
  work: Work,
  { isLastAttempt }: Attempt,
  onPosterFailed: (error: unknown, mediaId: string) => void,
): Promise<void> {
  if (work.kind === 'image') {
    if (missingWidths(work).some(isNarrow)) {
      await withPicture(deps, work, (file) => makeRenditions(deps, work, file, isNarrow))
    }
  } else {
    try {
      await makePosterSizes(deps, work, isNarrow)
    } catch (error) {
      // A file that can be played or downloaded is still useful without its poster.
      const isGivenUp = isLastAttempt || isPermanent(error)
      if (!isGivenUp || error instanceof MediaDeleted || isMachineFault(error)) throw error
      onPosterFailed(error, work.id)
    }
  }
  if (lacksPlay(work)) await deps.jobs.send(deps.db, MAKE_PLAY, { mediaId: work.id })
  else await settle(deps, work.id)
}

/** Marks the file as ready and queues the renditions that it can be shown without. */
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

/** Makes the remaining renditions one by one: a size that fails does not stop the others. */
async function makeRemaining(deps: MediaDeps, work: Work): Promise<void> {
  const part = (isMissing: boolean, make: () => Promise<void>) => async () => {
    if (!isMissing) return
    await make()
    deps.live.mediaMoved(work.id, work.ownerId, 'ready')
  }
  const all = () => true
  const lacksWidths = missingWidths(work).length > 0
  if (work.kind === 'image') {
    return withPicture(deps, work, (file) =>
      runAll([
        part(lacksWidths, () => makeRenditions(deps, work, file, all)),
        part(lacksTiles(work), () => makeTiles(deps, work, file)),
      ]),
    )
  }
  await runAll([
    part(lacksWidths || lacksPoster(work), () => makePosterSizes(deps, work, all)),
    part(lacksPreview(work), () => makePreview(deps, work)),
  ])
}

/** Runs them all, then throws the first error, preferring one that the machine is to blame for, or that a retry may fix. */
async function runAll(parts: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts) {
    await part().catch((error: unknown) => {
      if (error instanceof MediaDeleted) throw error
      failures.push(error)
    })
  }
  if (failures.length === 0) return
  throw (
    failures.find(isMachineFault) ?? failures.find((error) => !isPermanent(error)) ?? failures[0]
  )
}

const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof AppError ? error.message : otherwise

/** Records a failure for the owner. A file that is shown already stays ready and is only incomplete. */
async function reportFailure(deps: MediaDeps, mediaId: string, error: unknown): Promise<void> {
  const { db, jobs, live } = deps
  const ownerId = await db.transaction().execute(async (trx) => {
    const owner = await markFailed(trx, mediaId, messageOf(error, FAILED_MESSAGE))
    if (owner !== null) await jobs.publish(trx, SETTLED, { mediaId })
    return owner
  })
  if (ownerId !== null) live.mediaMoved(mediaId, ownerId, 'failed')
  else await reportIncomplete(deps, mediaId, error)
}

async function reportIncomplete(deps: MediaDeps, mediaId: string, error: unknown): Promise<void> {
  const ownerId = await markIncomplete(deps.db, mediaId, messageOf(error, INCOMPLETE_MESSAGE))
  if (ownerId !== null) deps.live.mediaMoved(mediaId, ownerId, 'ready')
}

/** Cleans up after processes that died, and deletes uploads that nothing uses. */
async function sweep(deps: MediaDeps): Promise<void> {
  const { db, jobs } = deps
  for (const mediaId of await findStuck(db)) await jobs.send(db, RENDER, { mediaId })
  for (const mediaId of await findAbandoned(db)) await reportIncomplete(deps, mediaId, null)
  for (const mediaId of await findOldRemovals(db)) await removeObjects(deps, mediaId)
  const remove = async (mediaIds: string[]) => {
    for (const mediaId of mediaIds)
      await db.transaction().execute((trx) => removeMediaIfUnused(deps, trx, mediaId))
  }
  await remove(await takeRemovedPictures(db))
  await inParts(async (atMost) => {
    const { unused, isLast } = await findNextUnused(db, atMost)
    await remove(unused)
    return !isLast
  })
}
