import { constants, copyFile, link } from 'node:fs/promises'
import {
  DELIVERY_QUOTA_BYTES,
  MAX_DELIVERY_FILES,
  MAX_DELIVERY_FILE_BYTES,
} from '@plinth/contract/limits.ts'
import { deliveredKey, cleanFileName } from '../../../core/media/media-rules.ts'
import type { UploadPurpose } from '../../../core/uploads/purpose.ts'
import type { Database } from '../../../db/pool.ts'
import type { Deps } from '../../../deps.ts'
import { typeOfFile } from '../../../gateways/file-type.ts'
import { withTempFile } from '../../../gateways/process/temp-files.ts'
import { notFound } from '../../../http/errors.ts'
import { insertFile, listFiles, noteFileObjects, type NewFile } from './delivery-queries.ts'
import { findDeliveryRoom, findTakenByFiles } from './delivery-room-queries.ts'
import {
  MAKE_PREVIEW,
  RECEIVING_STATUSES,
  fileTooLarge,
  forItsCreator,
  noRoom,
  notReceiving,
  tooManyFiles,
  wantsPreview,
} from './delivery-rules.ts'

type IntakeDeps = Pick<Deps, 'db' | 'env' | 'jobs' | 'storage'>

const ANY_TYPE = 'application/octet-stream'

/** Uploads that become files of deliveries: of any kind, and handed over byte for byte. */
export const deliveryUploads = (deps: IntakeDeps): UploadPurpose => ({
  maxBytes: MAX_DELIVERY_FILE_BYTES,
  tooLarge: fileTooLarge,
  admit: async (trx, { projectId, ownerId, bytes }) => {
    await checkReceiving(trx, { projectId: projectId ?? '', viewerId: ownerId })
    const taken = await findTakenByFiles(trx, { ownerId, projectId: projectId ?? '' })
    if (taken.files >= MAX_DELIVERY_FILES) throw tooManyFiles()
    if (taken.bytes + bytes > DELIVERY_QUOTA_BYTES) throw noRoom()
  },
  take: async ({ id, projectId, ownerId, fileName, bytes, file }) => {
    const found = await typeOfFile(file)
    const kind = found?.kind ?? 'other'
    await keep(deps, file, {
      fileId: id,
      projectId: projectId ?? '',
      ownerId,
      kind,
      fileName: cleanFileName(fileName, found?.kind ?? 'document'),
      contentType: found?.type ?? ANY_TYPE,
      bytes,
      previewState: wantsPreview(kind, bytes) ? 'waiting' : 'none',
    })
  },
})

async function checkReceiving(
  db: Database,
  which: { projectId: string; viewerId: string },
): Promise<void> {
  const room = await findDeliveryRoom(db, which)
  if (room === undefined) throw notFound()
  if (room.role !== 'creator') throw forItsCreator()
  if (!RECEIVING_STATUSES.includes(room.status)) throw notReceiving()
}

/**
 * Keeps a file as it came. What it says of place and device stays: final files are the work itself, and what stands in
 * them is for their creator to decide. It is never decoded in this process.
 */
async function keep(deps: IntakeDeps, staged: string, file: NewFile): Promise<void> {
  const { db, jobs, storage } = deps
  const { fileId, projectId, ownerId } = file
  await noteFileObjects(db, fileId)
  await withTempFile(deps.env.dataDir, async (own) => {
    // The store takes files over: what was sent stays until all of this is written down.
    await link(staged, own).catch(() => copyFile(staged, own, constants.COPYFILE_FICLONE))
    await storage.putFile(deliveredKey(fileId), own)
  })
  await db.transaction().execute(async (trx) => {
    if (await insertFile(trx, file)) {
      if (file.previewState === 'waiting') await jobs.send(trx, MAKE_PREVIEW, { fileId })
      return
    }
    const [known] = await listFiles(trx, { projectId, ownerId, fileId })
    if (known === undefined) throw notReceiving()
  })
}
