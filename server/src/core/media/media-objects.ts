import type { Deps } from '../../deps.ts'
import type { Database } from '../../db/pool.ts'
import type { Live } from '../../live/live.ts'
import { deleteMedia } from './media-queries.ts'
import { REMOVE, originalKey, renditionPrefix } from './media-rules.ts'
import { deleteRemoval, findRemoval } from './media-work-queries.ts'

export type MediaDeps = Pick<Deps, 'env' | 'db' | 'jobs' | 'storage' | 'imaging' | 'video'> & {
  live: Pick<Live, 'mediaMoved'>
}

/** Removes the objects of a file whose row is gone, then the note of them. Safe to repeat. */
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
  for await (const key of storage.list(renditionPrefix(mediaId))) await storage.remove(key)
}

/**
 * For features that stop showing a file, inside their transaction: it goes, unless something else shows
 * it. Its objects are removed as soon as the transaction has committed.
 */
export async function removeMediaIfUnused(
  { jobs }: Pick<MediaDeps, 'jobs'>,
  trx: Database,
  mediaId: string,
): Promise<void> {
  const deleted = await deleteMedia(trx, { mediaId })
  if (deleted === true) await jobs.send(trx, REMOVE, { mediaId })
}
