import { RENDITION_FORMATS } from '@plinth/contract/media.ts'
import type { FastifyInstance } from 'fastify'
import { withTempFile, writeNewFile } from '../../gateways/temp-files.ts'
import { AppError } from '../../http/errors.ts'
import {
  removeMediaIfUnused,
  removeObjects,
  removeRenditions,
  type MediaDeps,
} from './media-objects.ts'
import {
  originalKey,
  READY_WIDTH,
  REMOVE,
  RENDER,
  RENDER_LARGE,
  renditionKey,
  renditionWidths,
  SETTLED,
  SWEEP,
} from './media-rules.ts'
import {
  addRendition,
  findOldRemovals,
  findStuck,
  findUnused,
  markFailed,
  markReady,
  startWork,
} from './media-work-queries.ts'

interface MediaJob {
  mediaId: string
}

const EVERY_TEN_MINUTES = '*/10 * * * *'
const NOT_MADE = 'The sizes of this picture could not be made. Try again, or send another file.'

/** Wide renditions have a queue of their own: a hundred pictures are all shown before any is finished. */
export function registerMediaJobs(app: FastifyInstance, deps: MediaDeps): void {
  const { db, jobs } = deps
  jobs.work<MediaJob>(
    RENDER,
    async ({ mediaId }, { isLastAttempt }) => {
      try {
        await makeReady(deps, mediaId)
      } catch (error) {
        const failure = error instanceof AppError ? error.message : NOT_MADE
        if (isLastAttempt) await markFailed(db, mediaId, failure)
        throw error
      }
    },
    // Two at a time, so that a picture that hangs holds nobody up.
    { concurrency: 2, retries: 2, expireIn: 900 },
  )
  jobs.work<MediaJob>(
    RENDER_LARGE,
    async ({ mediaId }) => {
      await makeRenditions(deps, mediaId, (width) => width > READY_WIDTH)
    },
    { retries: 2, expireIn: 3_600 },
  )
  jobs.work<MediaJob>(REMOVE, ({ mediaId }) => removeObjects(deps, mediaId), { retries: 5 })
  jobs.work(SWEEP, () => sweep(deps), { schedule: EVERY_TEN_MINUTES })
  app.addHook('onListen', () => jobs.send(db, SWEEP, {}))
}

async function makeReady(deps: MediaDeps, mediaId: string): Promise<void> {
  const missing = await makeRenditions(deps, mediaId, (width) => width <= READY_WIDTH)
  if (missing === null) return
  await deps.db.transaction().execute(async (trx) => {
    if (!(await markReady(trx, mediaId))) return
    await deps.jobs.publish(trx, SETTLED, { mediaId })
    if (missing.length > 0) await deps.jobs.send(trx, RENDER_LARGE, { mediaId })
  })
}

/** Makes the wanted widths that are missing. Answers those still missing, or null when the picture is gone. */
async function makeRenditions(
  deps: MediaDeps,
  mediaId: string,
  isWanted: (width: number) => boolean,
): Promise<number[] | null> {
  const work = await startWork(deps.db, mediaId)
  if (work === undefined) return null
  const missing = renditionWidths(work).filter((width) => !work.rendition_widths.includes(width))
  return withTempFile(deps.env.dataDir, async (file) => {
    const original = await deps.storage.open(originalKey(mediaId, work.extension))
    if (original === null) {
      throw new AppError('media.unreadable', 'The file of this upload is lost. Send it again.')
    }
    await writeNewFile(file, original.stream)
    for (const width of missing.filter(isWanted)) {
      for (const format of RENDITION_FORMATS) {
        const rendition = await deps.imaging.render(file, { width, format })
        await deps.storage.put(renditionKey(mediaId, width, format), rendition)
      }
      if (!(await addRendition(deps.db, mediaId, width))) {
        await removeRenditions(deps.storage, mediaId)
        return null
      }
    }
    return missing.filter((width) => !isWanted(width))
  })
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
