import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/pool.ts'
import type { Deps } from '../../../deps.ts'
import { removeFileObjects } from './delivery-objects.ts'
import { makePreview, type PreviewDeps } from './delivery-preview.ts'
import { deleteFile, type FileKey } from './delivery-queries.ts'
import { MAKE_PREVIEW, REMOVE_FILE, SWEEP_FILES } from './delivery-rules.ts'
import { findOldFileRemovals, findUndelivered, findWithoutJob } from './delivery-sweep-queries.ts'

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
    await db.transaction().execute((trx) => throwAway(deps, trx, key))
  }
}

/** Its objects are removed as soon as the transaction has committed. */
export async function throwAway(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Database,
  key: FileKey,
): ReturnType<typeof deleteFile> {
  const done = await deleteFile(trx, key)
  if (done === 'deleted') await jobs.send(trx, REMOVE_FILE, { fileId: key.fileId })
  return done
}
