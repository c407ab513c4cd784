import { MAX_OPEN_UPLOADS, MAX_UNUSED_MEDIA, MEDIA_QUOTA_BYTES } from '@plinth/contract/limits.ts'
import type { Database } from '../../../db/pool.ts'
import { AppError } from '../../../http/errors.ts'
import { findStorageUse, countUnused } from './quota-queries.ts'

/**
 * Throws when the owner may not store another file of this size. Pass `uploadId` when an upload has announced these bytes
 * already. Inside a transaction the answer stays true until it commits, as one person's files are added one by one.
 */
export async function checkQuota(
  db: Database,
  ownerId: string,
  { bytes, uploadId }: { bytes: number; uploadId?: string | undefined } = { bytes: 0 },
): Promise<void> {
  if ((await countUnused(db, ownerId, MAX_UNUSED_MEDIA)) >= MAX_UNUSED_MEDIA) throw tooManyUnused()
  const use = await findStorageUse(db, ownerId, uploadId)
  if (use.bytes + bytes > MEDIA_QUOTA_BYTES) throw quotaExceeded()
}

/** Throws when an upload of this size may not begin. Call it in the transaction that inserts the upload. */
export async function checkUploadQuota(
  trx: Database,
  ownerId: string,
  bytes: number,
): Promise<void> {
  const unused = await countUnused(trx, ownerId, MAX_UNUSED_MEDIA)
  const use = await findStorageUse(trx, ownerId)
  if (use.open >= MAX_OPEN_UPLOADS) throw tooManyOpen()
  // Every open upload will be unused at first: refuse now rather than after all the bytes have arrived.
  if (unused + use.open >= MAX_UNUSED_MEDIA) throw tooManyUnused()
  if (use.bytes + bytes > MEDIA_QUOTA_BYTES) throw quotaExceeded()
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

const quotaExceeded = () =>
  new AppError(
    'storage.full',
    `Your files would take more than ${MEDIA_QUOTA_BYTES / 1024 ** 3} GB together. Delete some of them, then send this one again.`,
  )
