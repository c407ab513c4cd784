import { DELIVERY_QUOTA_BYTES, MAX_OWN_ROOMS } from '@plinth/contract/limits.ts'
import {
  deleteOwnProofRoom,
  listOwnProofRooms,
  openOwnProofRoom,
} from '@plinth/contract/proofing/own.ts'
import { deliveredKey, originalKey } from '../../../../core/media/media-rules.ts'
import type { Database } from '../../../../db/pool.ts'
import { newId } from '../../../../db/id.ts'
import type { Context, Deps } from '../../../../deps.ts'
import { withTempFile } from '../../../../gateways/files.ts'
import { AppError, notFound, orNotFound } from '../../../../http/errors.ts'
import { findStorageUse, noteFileObjects } from '../../delivery/delivery-queries.ts'
import { countUnproved } from '../../delivery/delivery-proof-queries.ts'
import {
  HASH_FILE,
  MAKE_PREVIEW,
  proofJobOf,
  quotaExceeded,
  REMOVE_FILE,
  wantsPreview,
  wantsProof,
} from '../../delivery/delivery-rules.ts'
import {
  deleteOwnRoom,
  findOwnRoom,
  findOwnRooms,
  findWorkFiles,
  insertCopies,
  insertOwnRoom,
  type CopiedFile,
  type WorkFile,
} from './own-queries.ts'

/** Proof rooms that people open for works that only they see. What happens in them is the same as in those of projects. */
export function registerOwnRooms({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db, jobs, live } = deps

  mount(listOwnProofRooms, ({ query, viewer }) => findOwnRooms(db, viewer.id, query))

  mount(openOwnProofRoom, async ({ body: { title, workIds }, viewer }) => {
    const ownerId = viewer.id
    const files = await findWorkFiles(db, { ownerId, workIds })
    if (files.length < workIds.length) throw notFound()
    const room = { id: newId(), ownerId, title: title.trim() }
    // Before anything is copied, and again with what others have done meanwhile.
    await db.transaction().execute((trx) => checkSpace(trx, { ownerId, roomId: room.id, files }))
    const copies: CopiedFile[] = []
    try {
      for (const file of files) copies.push(await copyOf(deps, file))
      await db.transaction().execute(async (trx) => {
        await checkSpace(trx, { ownerId, roomId: room.id, files })
        if (!(await insertOwnRoom(trx, room)))
          throw new AppError(
            'conflict',
            `You already have ${MAX_OWN_ROOMS} proof rooms, which is the most anybody can have. Delete one that you no longer need.`,
          )
        await insertCopies(trx, { roomId: room.id, ownerId, copies })
        await sendJobs(deps, trx, { ownerId, copies })
      })
    } catch (error) {
      // If this fails as well, the sweep finds them.
      for (const { fileId } of copies) await jobs.send(db, REMOVE_FILE, { fileId })
      throw error
    }
    return orNotFound(await findOwnRoom(db, { roomId: room.id, ownerId }))
  })

  mount(deleteOwnProofRoom, async ({ params: { id }, viewer }) => {
    await db.transaction().execute(async (trx) => {
      const fileIds = orNotFound(await deleteOwnRoom(trx, { roomId: id, ownerId: viewer.id }))
      for (const fileId of fileIds) await jobs.send(trx, REMOVE_FILE, { fileId })
    })
    live.proofMoved(id, [viewer.id])
    // What guests wrote in it is gone from their notifications.
    live.notificationsMoved([viewer.id])
    return null
  })
}

/** Throws if the files don't fit into what the owner may store. Nobody else counts for them until the transaction ends. */
async function checkSpace(
  trx: Database,
  { ownerId, roomId, files }: { ownerId: string; roomId: string; files: readonly WorkFile[] },
): Promise<void> {
  const taken = await findStorageUse(trx, { ownerId, projectId: roomId })
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (taken.bytes + bytes > DELIVERY_QUOTA_BYTES) throw quotaExceeded()
}

/**
 * Stores the file of a work once more, so that the room keeps it whatever happens to the work. A work's file is small
 * enough for a request to wait for it; where the store is a disk nothing is copied at all.
 */
async function copyOf(
  { db, env, storage }: Pick<Deps, 'db' | 'env' | 'storage'>,
  file: WorkFile,
): Promise<CopiedFile> {
  const fileId = newId()
  await noteFileObjects(db, fileId)
  await withTempFile(env.dataDir, async (own) => {
    // It was deleted a moment ago.
    if (!(await storage.fetch(originalKey(file.mediaId, file.extension), own))) throw notFound()
    await storage.putFile(deliveredKey(fileId), own)
  })
  return { ...file, fileId }
}

/** The same as for a file that is uploaded for a delivery. */
async function sendJobs(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Database,
  { ownerId, copies }: { ownerId: string; copies: readonly CopiedFile[] },
): Promise<void> {
  // Somebody's first file goes before the tenth of somebody else.
  const priority = -(await countUnproved(trx, ownerId))
  for (const copy of copies) {
    const { fileId, kind, bytes } = copy
    await jobs.send(trx, HASH_FILE, { fileId })
    if (wantsPreview(kind, bytes)) await jobs.send(trx, MAKE_PREVIEW, { fileId })
    if (wantsProof(copy, { isArchive: false }))
      await jobs.send(trx, proofJobOf(kind), { fileId }, { priority })
  }
}
