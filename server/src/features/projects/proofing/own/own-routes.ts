import { DELIVERY_QUOTA_BYTES, MAX_OWN_ROOMS, MAX_ROOM_FILES } from '@plinth/contract/limits.ts'
import {
  addRoomFiles,
  deleteOwnProofRoom,
  listOwnProofRooms,
  listRoomWorks,
  openOwnProofRoom,
  renameOwnProofRoom,
} from '@plinth/contract/proofing/own.ts'
import { deleteMedia } from '../../../../core/media/media-queries.ts'
import { deliveredKey, originalKey, REMOVE } from '../../../../core/media/media-rules.ts'
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
  findRoomWorks,
  findUploadedFiles,
  findWorkFiles,
  holdOwnRoom,
  insertCopies,
  insertOwnRoom,
  renameOwnRoom,
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
    await putFiles(deps, { ownerId, roomId: room.id, files }, async (trx) => {
      if (!(await insertOwnRoom(trx, room)))
        throw new AppError(
          'conflict',
          `You already have ${MAX_OWN_ROOMS} proof rooms, which is the most anybody can have. Delete one that you no longer need.`,
        )
    })
    return orNotFound(await findOwnRoom(db, { roomId: room.id, ownerId }))
  })

  mount(renameOwnProofRoom, async ({ params: { id }, body: { title }, viewer }) => {
    const which = { roomId: id, ownerId: viewer.id }
    if (!(await renameOwnRoom(db, { ...which, title: title.trim() }))) throw notFound()
    live.proofMoved(id, [viewer.id])
    return orNotFound(await findOwnRoom(db, which))
  })

  mount(listRoomWorks, ({ query, viewer }) => findRoomWorks(db, viewer.id, query))

  mount(addRoomFiles, async ({ params: { id }, body: { workIds = [], mediaIds = [] }, viewer }) => {
    const which = { roomId: id, ownerId: viewer.id }
    // Before anything is copied, and again while the room is held.
    orNotFound(await findOwnRoom(db, which))
    const files = [
      ...(await findWorkFiles(db, { ownerId: viewer.id, workIds })),
      ...(await findUploadedFiles(db, { ownerId: viewer.id, mediaIds })),
    ]
    if (files.length < workIds.length + mediaIds.length) throw notFound()
    await putFiles(deps, { ...which, files }, async (trx) => {
      const there = orNotFound(await holdOwnRoom(trx, which))
      if (there + files.length > MAX_ROOM_FILES) throw roomFull(there)
      for (const mediaId of mediaIds) await moveIn(deps, trx, { mediaId, ownerId: viewer.id })
    })
    live.proofMoved(id, [viewer.id])
    return orNotFound(await findOwnRoom(db, which))
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

const roomFull = (there: number) =>
  new AppError(
    'conflict',
    `A proof room can have ${MAX_ROOM_FILES} files, with all their versions. This one has ${there}. Choose fewer, or open another room.`,
  )

/** Copies files and puts the copies into a room, after `prepare` has made or held it in the same transaction. */
async function putFiles(
  deps: Pick<Deps, 'db' | 'env' | 'jobs' | 'storage'>,
  put: { ownerId: string; roomId: string; files: readonly WorkFile[] },
  prepare: (trx: Database) => Promise<void>,
): Promise<void> {
  const { db, jobs } = deps
  const { ownerId, roomId, files } = put
  // Before anything is copied, and again with what others have done meanwhile.
  await db.transaction().execute((trx) => checkSpace(trx, put))
  const copies: CopiedFile[] = []
  try {
    for (const file of files) copies.push(await copyOf(deps, file))
    await db.transaction().execute(async (trx) => {
      await checkSpace(trx, put)
      await prepare(trx)
      await insertCopies(trx, { roomId, ownerId, copies })
      await sendJobs(deps, trx, { ownerId, copies })
    })
  } catch (error) {
    // If this fails as well, the sweep finds them.
    for (const { fileId } of copies) await jobs.send(db, REMOVE_FILE, { fileId })
    throw error
  }
}

/** Deletes an upload whose copy is in a room from now on, unless something else has begun to show it. */
async function moveIn(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Database,
  upload: { mediaId: string; ownerId: string },
): Promise<void> {
  // Null: another request has put it into a room meanwhile, or it was deleted.
  const isDeleted = orNotFound(await deleteMedia(trx, upload))
  if (isDeleted) await jobs.send(trx, REMOVE, { mediaId: upload.mediaId })
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
    await jobs.send(trx, HASH_FILE, { fileId }, { priority })
    if (wantsPreview(kind, bytes)) await jobs.send(trx, MAKE_PREVIEW, { fileId }, { priority })
    if (wantsProof(copy, { isArchive: false }))
      await jobs.send(trx, proofJobOf(kind), { fileId }, { priority })
  }
}
