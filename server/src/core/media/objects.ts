import type { Deps } from '../../deps.ts'
import type { Database } from '../../db/pool.ts'
import type { Live } from '../../live/live.ts'
import { forEachConcurrently } from './processing/concurrency.ts'
import { deleteMedia, refreshPrivacy } from './media-queries.ts'
import { REMOVE, originalKey, renditionPrefix } from './media-rules.ts'
import { deleteRemoval, findRemoval } from './processing/processing-queries.ts'

export type MediaDeps = Pick<
  Deps,
  'env' | 'db' | 'jobs' | 'storage' | 'imaging' | 'video' | 'audio' | 'documents'
> & {
  live: Pick<Live, 'mediaMoved'>
}

/** A large picture has hundreds of tiles. */
const CONCURRENT_REMOVALS = 8

/** Removes the objects of a file whose row is deleted, then the entry that scheduled it. Safe to repeat. */
export async function removeObjects(
  { db, storage }: Pick<MediaDeps, 'db' | 'storage'>,
  mediaId: string,
): Promise<void> {
  const extension = await findRemoval(db, mediaId)
  if (extension === null) return
  await storage.remove(originalKey(mediaId, extension))
  await removeRenditions(storage, mediaId)
  await deleteRemoval(db, mediaId)
}

export async function removeRenditions(
  storage: MediaDeps['storage'],
  mediaId: string,
): Promise<void> {
  const keys: string[] = []
  for await (const key of storage.list(renditionPrefix(mediaId))) keys.push(key)
  await forEachConcurrently(keys, CONCURRENT_REMOVALS, storage.remove)
}

/**
 * Deletes a file unless something still shows it. Features call this in the transaction in which they stop showing it;
 * the objects are removed once that transaction has committed.
 */
export async function removeMediaIfUnused(
  { jobs }: Pick<MediaDeps, 'jobs'>,
  trx: Database,
  mediaId: string,
): Promise<void> {
  const deleted = await deleteMedia(trx, { mediaId })
  if (deleted === true) await jobs.send(trx, REMOVE, { mediaId })
  // What is only kept for a case is nobody else's to see.
  if (deleted === false) await refreshPrivacy(trx, mediaId)
}
