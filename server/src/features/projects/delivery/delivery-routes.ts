import {
  deleteProjectFile,
  keepProjectFile,
  listProjectFiles,
} from '@plinth/contract/projects/project-calls.ts'
import type { Uploads } from '../../../core/uploads/upload-routes.ts'
import type { Database } from '../../../db/pool.ts'
import type { Context } from '../../../deps.ts'
import { notFound, orNotFound } from '../../../http/errors.ts'
import { registerDeliveryArchives, registerDeliveryFiles } from './delivery-file-routes.ts'
import { registerHashJobs } from './delivery-hash-jobs.ts'
import { registerProofJobs } from './delivery-proof-jobs.ts'
import { registerDeliveryJobs, discardFile } from './delivery-jobs.ts'
import { listFiles, findDeliveryAccess } from './delivery-queries.ts'
import { alreadyDelivered, forItsCreator } from './delivery-rules.ts'

/** The files of deliveries, from upload to download. The project decides what is delivered when. */
export function registerDeliveries(context: Context, { finish }: Uploads): void {
  const { app, mount, deps } = context
  const { db } = deps
  registerDeliveryJobs(app, deps)
  registerProofJobs(app, deps)
  registerHashJobs(app, deps)
  registerDeliveryFiles(app, deps)
  registerDeliveryArchives(context)

  mount(listProjectFiles, async ({ params, viewer }) => {
    await checkCreator(db, params.id, viewer.id)
    return listFiles(db, { projectId: params.id, ownerId: viewer.id })
  })

  mount(keepProjectFile, async ({ params, viewer }) => {
    const [projectId, fileId] = [params.id.toLowerCase(), params.fileId.toLowerCase()]
    await checkCreator(db, projectId, viewer.id)
    await finish({ id: fileId, ownerId: viewer.id, projectId })
    const [file] = await listFiles(db, { projectId, ownerId: viewer.id, fileId })
    // It was delivered or deleted meanwhile.
    if (file === undefined) throw notFound()
    return file
  })

  mount(deleteProjectFile, async ({ params, viewer }) => {
    await checkCreator(db, params.id, viewer.id)
    const key = { fileId: params.fileId, projectId: params.id, ownerId: viewer.id }
    const done = await db.transaction().execute((trx) => discardFile(deps, trx, key))
    if (done === 'none') throw notFound()
    if (done === 'delivered') throw alreadyDelivered()
    return null
  })
}

async function checkCreator(db: Database, projectId: string, viewerId: string): Promise<void> {
  const room = orNotFound(await findDeliveryAccess(db, { projectId, viewerId }))
  if (room.role !== 'creator') throw forItsCreator()
}
