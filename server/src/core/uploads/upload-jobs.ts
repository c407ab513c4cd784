import type { FastifyInstance } from 'fastify'
import type { MediaDeps } from '../media/media-objects.ts'
import { findQuiet, removeStaged } from './upload-files.ts'
import { deleteStaleUploads, findOpenUploads } from './upload-queries.ts'

export const SWEEP_UPLOADS = 'uploads.sweep'
const EVERY_TEN_MINUTES = '*/10 * * * *'
const HOUR_MS = 3_600_000

type SweepDeps = Pick<MediaDeps, 'db' | 'env' | 'jobs'>

export function registerUploadJobs(app: FastifyInstance, deps: SweepDeps): void {
  deps.jobs.work(SWEEP_UPLOADS, () => sweep(deps), { schedule: EVERY_TEN_MINUTES })
  app.addHook('onListen', () => deps.jobs.send(deps.db, SWEEP_UPLOADS, {}))
}

/** What nobody goes on with, and files whose row was gone before they could be removed. */
async function sweep({ db, env: { dataDir } }: SweepDeps): Promise<void> {
  for (const id of await deleteStaleUploads(db)) await removeStaged(dataDir, id)
  const quiet = await findQuiet(dataDir, HOUR_MS)
  const open = await findOpenUploads(db, quiet)
  for (const id of quiet) if (!open.has(id)) await removeStaged(dataDir, id)
}
