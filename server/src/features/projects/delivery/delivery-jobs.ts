import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/pool.ts'
import type { Deps } from '../../../deps.ts'
import { deleteFile, type FileKey } from './delivery-queries.ts'
import { MAKE_PREVIEW, REMOVE_FILE, SWEEP_FILES } from './delivery-rules.ts'
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
import { deliveredKey, deliveryPreviewKey } from '../../../core/media/serving/delivery-keys.ts'
import { isForGood } from '../../../core/media/making/media-jobs.ts'
import { withTempFile } from '../../../gateways/process/temp-files.ts'
import { AppError } from '../../../http/errors.ts'

interface FileJob {
  fileId: string
}

type JobDeps = PreviewDeps & Pick<Deps, 'jobs'>

const EVERY_TEN_MINUTES = '*/10 * * * *'

export function registerDeliveryJobs(app: FastifyInstance, deps: JobDeps): void {
  const { db, jobs } = deps
  jobs.work<FileJob>(MAKE_PREVIEW, ({ fileId }, attempt) => makePreview(deps, fileId, attempt), {
    // So that a film that hangs holds nobody up.
    concurrency: 2,
    retries: 2,
    expireIn: 1_800,
  })
  jobs.work<FileJob>(REMOVE_FILE, ({ fileId }) => removeFileObjects(deps, fileId), { retries: 5 })
  jobs.work(SWEEP_FILES, () => sweep(deps), { schedule: EVERY_TEN_MINUTES })
  app.addHook('onListen', () => jobs.send(db, SWEEP_FILES, {}))
}

/** Whatever was cut off, forgotten or never delivered. */
async function sweep(deps: JobDeps): Promise<void> {
  const { db, jobs } = deps
  for (const fileId of await findWithoutJob(db)) await jobs.send(db, MAKE_PREVIEW, { fileId })
  for (const fileId of await findOldFileRemovals(db)) await removeFileObjects(deps, fileId)
  for (const key of await findUndelivered(db)) {
    await db.transaction().execute((trx) => discardFile(deps, trx, key))
  }
}

/** Its objects are removed as soon as the transaction has committed. */
export async function discardFile(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Database,
  key: FileKey,
): ReturnType<typeof deleteFile> {
  const done = await deleteFile(trx, key)
  if (done === 'deleted') await jobs.send(trx, REMOVE_FILE, { fileId: key.fileId })
  return done
}

/** Removes the objects of a file whose row is gone, then the note of them. Safe to repeat. */
async function removeFileObjects(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  fileId: string,
): Promise<void> {
  if (!(await isFileRemoved(db, fileId))) return
  await storage.remove(deliveredKey(fileId))
  await storage.remove(deliveryPreviewKey(fileId))
  await deleteFileRemoval(db, fileId)
}

type PreviewDeps = Pick<Deps, 'db' | 'env' | 'live' | 'storage' | 'imaging' | 'video' | 'documents'>

/** Makes what a client may look at before the rest is paid. The file itself is whole, whatever becomes of this. */
async function makePreview(
  deps: PreviewDeps,
  fileId: string,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const unseen = await findPreviewSource(deps.db, fileId)
  if (unseen === undefined) return
  try {
    await end(deps, fileId, await draw(deps, fileId, unseen))
  } catch (error) {
    const isFinal = isForGood(error)
    if (isFinal || isLastAttempt) await end(deps, fileId, 'failed')
    if (!isFinal) throw error
  }
}

/** Of a file that is gone meanwhile nothing stays. */
async function end(
  { db, live, storage }: PreviewDeps,
  fileId: string,
  how: PreviewResult,
): Promise<void> {
  const shown = await recordPreview(db, fileId, how)
  if (shown === undefined) await storage.remove(deliveryPreviewKey(fileId))
  else live.projectMoved(shown.projectId, shown.userIds)
}

const draw = (deps: PreviewDeps, fileId: string, unseen: PreviewSource): Promise<PreviewResult> =>
  withTempFile(deps.env.dataDir, async (file) => {
    if (!(await deps.storage.fetch(deliveredKey(fileId), file))) {
      throw new AppError('media.unreadable', 'The file of this delivery is lost.')
    }
    return withPicture(deps, unseen, file, (picture) =>
      withTempFile(deps.env.dataDir, async (preview) => {
        const size = await deps.imaging.preview(picture, preview)
        if (size === null) return 'none'
        await deps.storage.putFile(deliveryPreviewKey(fileId), preview)
        return size
      }),
    )
  })

/** Lends the picture of a file: itself, a frame, or its first page. */
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
