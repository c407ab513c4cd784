import { MAX_OPEN_UPLOADS, MAX_UNUSED_MEDIA, MEDIA_QUOTA_BYTES } from '@plinth/contract/limits.ts'
import type { Database } from '../../../db/pool.ts'
import { AppError } from '../../../http/errors.ts'
import { findStorageUse, countUnused } from './quota-queries.ts'

/**
 * Whether one more file of so many bytes may be kept; `uploadId` when an upload has announced them. Inside a transaction
 * it holds for what that transaction adds: the same person's files go one by one.
 */
export async function checkQuota(
  db: Database,
  ownerId: string,
  { bytes, uploadId }: { bytes: number; uploadId?: string | undefined } = { bytes: 0 },
): Promise<void> {
  if ((await countUnused(db, ownerId, MAX_UNUSED_MEDIA)) >= MAX_UNUSED_MEDIA) throw tooManyUnused()
  const taken = await findStorageUse(db, ownerId, uploadId)
  if (taken.bytes + bytes > MEDIA_QUOTA_BYTES) throw full()
}

/** Whether an upload of so many bytes may begin, in the transaction that notes it. */
export async function checkUploadQuota(
  trx: Database,
  ownerId: string,
  bytes: number,
): Promise<void> {
  const unused = await countUnused(trx, ownerId, MAX_UNUSED_MEDIA)
  const taken = await findStorageUse(trx, ownerId)
  if (taken.open >= MAX_OPEN_UPLOADS) throw tooManyOpen()
  // Each of them will be unused at first: better told now than when all its bytes are here.
  if (unused + taken.open >= MAX_UNUSED_MEDIA) throw tooManyUnused()
  if (taken.bytes + bytes > MEDIA_QUOTA_BYTES) throw full()
}

const tooManyUnused = () =>
  new AppError(
    'conflict',
    `${MAX_UNUSED_MEDIA} of your uploads are not used yet. Use some of them or delete them, then send this one again.`,
  )

const tooManyOpen = () =>
  new AppError(
    'conflict',
    `${MAX_OPEN_UPLOADS} of your files are on their way already. Let some of them arrive, then send this one.`,
  )

const full = () =>
  new AppError(
    'storage.full',
    `Your files would take more than ${MEDIA_QUOTA_BYTES / 1024 ** 3} GB together. Delete some of them, then send this one again.`,
  )
