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
    `You have ${MAX_UNUSED_MEDIA} uploads you haven’t used. Use or delete some, then try again.`,
  )

const tooManyOpen = () =>
  new AppError(
    'conflict',
    `You’re already uploading ${MAX_OPEN_UPLOADS} files. Wait for some to finish, then try again.`,
  )

const quotaExceeded = () =>
  new AppError(
    'storage.full',
    `With this file you’d use more than ${MEDIA_QUOTA_BYTES / 1024 ** 3} GB. Delete some files, then try again.`,
  )
