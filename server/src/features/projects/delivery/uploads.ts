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
import { isZipFile, typeOfFile } from '../../../gateways/file-type.ts'
import { withTempFile } from '../../../gateways/files.ts'
import { orNotFound } from '../../../http/errors.ts'
import {
  insertFile,
  listFiles,
  noteFileObjects,
  type NewFile,
  findDeliveryAccess,
  findStorageUse,
} from './delivery-queries.ts'
import { countUnproved } from './delivery-proof-queries.ts'
import {
  HASH_FILE,
  proofJobOf,
  MAKE_PREVIEW,
  RECEIVING_STATUSES,
  fileTooLarge,
  forItsCreator,
  quotaExceeded,
  notReceiving,
  tooManyFiles,
  wantsPreview,
  wantsProof,
} from './delivery-rules.ts'

type UploadDeps = Pick<Deps, 'db' | 'env' | 'jobs' | 'storage'>

const ANY_TYPE = 'application/octet-stream'

/** Uploads that become files of deliveries. They may have any type and are handed over byte for byte. */
export const deliveryUploads = (deps: UploadDeps): UploadPurpose => ({
  maxBytes: MAX_DELIVERY_FILE_BYTES,
  tooLarge: fileTooLarge,
  admit: async (trx, { projectId, ownerId, bytes }) => {
    await checkReceiving(trx, { projectId: projectId ?? '', viewerId: ownerId })
    const taken = await findStorageUse(trx, { ownerId, projectId: projectId ?? '' })
    if (taken.files >= MAX_DELIVERY_FILES) throw tooManyFiles()
    if (taken.bytes + bytes > DELIVERY_QUOTA_BYTES) throw quotaExceeded()
  },
  take: async ({ id, projectId, ownerId, fileName, bytes, file }) => {
    const found = await typeOfFile(file)
    const kind = found?.kind ?? 'other'
    const contentType = found?.type ?? ANY_TYPE
    const isArchive = found === null && (await isZipFile(file))
    await keep(deps, file, {
      fileId: id,
      projectId: projectId ?? '',
      ownerId,
      kind,
      fileName: cleanFileName(fileName, found?.kind ?? 'document'),
      contentType,
      bytes,
      previewState: wantsPreview(kind, bytes) ? 'waiting' : 'none',
      proofState: wantsProof({ kind, contentType }, { isArchive }) ? 'waiting' : 'none',
    })
  },
})

async function checkReceiving(
  db: Database,
  which: { projectId: string; viewerId: string },
): Promise<void> {
  const room = orNotFound(await findDeliveryAccess(db, which))
  if (room.role !== 'creator') throw forItsCreator()
  if (!RECEIVING_STATUSES.includes(room.status)) throw notReceiving()
}

/**
 * Stores a file unchanged. Location and device metadata stay in it: final files are the work itself, so their creator
 * decides what they contain. This process never decodes it.
 */
async function keep(deps: UploadDeps, staged: string, file: NewFile): Promise<void> {
  const { db, jobs, storage } = deps
  const { fileId, projectId, ownerId } = file
  await noteFileObjects(db, fileId)
  await withTempFile(deps.env.dataDir, async (own) => {
    // The store takes over the file that it is given, so it gets a link. The upload stays until the row is written.
    await link(staged, own).catch(() => copyFile(staged, own, constants.COPYFILE_FICLONE))
    await storage.putFile(deliveredKey(fileId), own)
  })
  await db.transaction().execute(async (trx) => {
    if (await insertFile(trx, file)) {
      // Somebody's first file goes before the tenth of somebody else.
      const priority = -(await countUnproved(trx, ownerId))
      await jobs.send(trx, HASH_FILE, { fileId }, { priority })
      if (file.previewState === 'waiting')
        await jobs.send(trx, MAKE_PREVIEW, { fileId }, { priority })
      if (file.proofState === 'waiting')
        await jobs.send(trx, proofJobOf(file.kind), { fileId }, { priority })
      return
    }
    const [known] = await listFiles(trx, { projectId, ownerId, fileId })
    if (known === undefined) throw notReceiving()
  })
}
