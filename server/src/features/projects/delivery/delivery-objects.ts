import { deliveredKey, deliveryPreviewKey } from '../../../core/media/media-rules.ts'
import type { Deps } from '../../../deps.ts'
import { deleteFileRemoval, isFileGone } from './delivery-sweep-queries.ts'

/** Removes the objects of a file whose row is gone, then the note of them. Safe to repeat. */
export async function removeFileObjects(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  fileId: string,
): Promise<void> {
  if (!(await isFileGone(db, fileId))) return
  await storage.remove(deliveredKey(fileId))
  await storage.remove(deliveryPreviewKey(fileId))
  await deleteFileRemoval(db, fileId)
}
