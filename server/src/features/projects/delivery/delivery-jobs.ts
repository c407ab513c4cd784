import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/pool.ts'
import type { Deps } from '../../../deps.ts'
import { deleteFile, type FileKey } from './delivery-queries.ts'
import { removeProof } from './delivery-proof-jobs.ts'
import { LATER, MAKE_PREVIEW, REMOVE_FILE, SWEEP_FILES } from './delivery-rules.ts'
import {
  findOldFileRemovals,
  findUndelivered,
  findWithoutJob,
  deleteFileRemoval,
  isFileRemoved,
  findPreviewSource,
  recordPreview,
  type PreviewResult,
  type PreviewSource,
} from './delivery-job-queries.ts'
import {
  deliveredKey,
  deliveryPictureKey,
  deliveryPreviewKey,
} from '../../../core/media/media-rules.ts'
import { isWorthWaiting, pauseAfter } from '../../../core/media/processing/faults.ts'
import { isPermanent } from '../../../core/media/processing/media-jobs.ts'
import { withTempFile } from '../../../gateways/files.ts'
import { AppError } from '../../../http/errors.ts'

interface FileJob {
  fileId: string
  /** How often it was put off because of the machine. */
  delays?: number
}

type JobDeps = PreviewDeps & Pick<Deps, 'jobs'>

const EVERY_TEN_MINUTES = '*/10 * * * *'

export function registerDeliveryJobs(app: FastifyInstance, deps: JobDeps): void {
  const { db, jobs } = deps
  jobs.work<FileJob>(MAKE_PREVIEW, (job, attempt) => makePreview(deps, job, attempt), {
    // Two at a time, so that a video that hangs does not block the others.
    concurrency: 2,
    retries: 2,
    expireIn: 1_800,
  })
  jobs.work<FileJob>(REMOVE_FILE, ({ fileId }) => removeFileObjects(deps, fileId), { retries: 5 })
  jobs.work(SWEEP_FILES, () => sweep(deps), { schedule: EVERY_TEN_MINUTES })
  app.addHook('onListen', () => jobs.send(db, SWEEP_FILES, {}))
}

/** Cleans up what was interrupted, forgotten or never delivered. */
async function sweep(deps: JobDeps): Promise<void> {
  const { db, jobs } = deps
  for (const fileId of await findWithoutJob(db))
    await jobs.send(db, MAKE_PREVIEW, { fileId }, { priority: LATER })
  for (const fileId of await findOldFileRemovals(db)) await removeFileObjects(deps, fileId)
  for (const key of await findUndelivered(db)) {
    await db.transaction().execute((trx) => discardFile(deps, trx, key))
  }
}

/** Deletes an undelivered file. A job removes its objects once the transaction has committed. */
export async function discardFile(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Database,
  key: FileKey,
): ReturnType<typeof deleteFile> {
  const done = await deleteFile(trx, key)
  if (done === 'deleted') await jobs.send(trx, REMOVE_FILE, { fileId: key.fileId })
  return done
}

/** Removes the objects of a deleted file, then the record of them. Safe to repeat. */
async function removeFileObjects(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  fileId: string,
): Promise<void> {
  if (!(await isFileRemoved(db, fileId))) return
  await storage.remove(deliveredKey(fileId))
  await removeCopies(storage, fileId)
  await removeProof(storage, fileId)
  await deleteFileRemoval(db, fileId)
}

type PreviewDeps = Pick<Deps, 'db' | 'env' | 'live' | 'storage' | 'imaging' | 'video' | 'documents'>

async function removeCopies(storage: Deps['storage'], fileId: string): Promise<void> {
  await storage.remove(deliveryPreviewKey(fileId))
  await storage.remove(deliveryPictureKey(fileId))
}

/**
 * Makes the preview that a client sees before the rest is paid, and the same without a watermark for afterwards. The
 * file itself is never changed.
 */
async function makePreview(
  deps: JobDeps,
  { fileId, delays = 0 }: FileJob,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const unseen = await findPreviewSource(deps.db, fileId)
  if (unseen === undefined) return
  try {
    await end(deps, fileId, await draw(deps, fileId, unseen))
  } catch (error) {
    if (isWorthWaiting(error, delays)) {
      const afterSeconds = pauseAfter(delays)
      await deps.jobs.send(deps.db, MAKE_PREVIEW, { fileId, delays: delays + 1 }, { afterSeconds })
      return
    }
    const isFinal = isPermanent(error)
    if (isFinal || isLastAttempt) await end(deps, fileId, 'failed')
    if (!isFinal) throw error
  }
}

/** Records the result. If the file was deleted meanwhile, the preview is removed again. */
async function end(
  { db, live, storage }: PreviewDeps,
  fileId: string,
  how: PreviewResult,
): Promise<void> {
  const shown = await recordPreview(db, fileId, how)
  if (shown === undefined) await removeCopies(storage, fileId)
  else live.projectMoved(shown.projectId, shown.userIds)
}

const draw = (deps: PreviewDeps, fileId: string, unseen: PreviewSource): Promise<PreviewResult> =>
  withTempFile(deps.env.dataDir, async (file) => {
    if (!(await deps.storage.fetch(deliveredKey(fileId), file))) {
      throw new AppError('media.unreadable', 'We couldn’t find the file of this delivery.')
    }
    return withPicture(deps, unseen, file, (picture) =>
      withTempFile(deps.env.dataDir, (previewFile) =>
        withTempFile(deps.env.dataDir, async (pictureFile) => {
          const size = await deps.imaging.preview(picture, { previewFile, pictureFile })
          if (size === null) return 'none'
          await deps.storage.putFile(deliveryPictureKey(fileId), pictureFile)
          await deps.storage.putFile(deliveryPreviewKey(fileId), previewFile)
          return size
        }),
      ),
    )
  })

/** Calls `use` with a picture of the file: itself, a frame, or its first page. */
async function withPicture<T>(
  { env, video, documents }: PreviewDeps,
  { kind, fileName }: PreviewSource,
  file: string,
  use: (picture: string) => Promise<T>,
): Promise<T> {
  if (kind === 'image') return use(file)
  return withTempFile(env.dataDir, async (picture) => {
    if (kind === 'video') await video.poster(file, picture)
    else await documents.picture(file, picture, { fileName })
    return use(picture)
  })
}
