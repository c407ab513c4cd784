import type { Database } from '../../db/pool.ts'
import { AppError } from '../../http/errors.ts'
import { countUnused } from './media-work-queries.ts'

/** Uploads of one person that nothing uses yet. Those in use are not counted. */
const MAX_UNUSED = 200

/** Inside a transaction it holds for what that transaction adds: the same person's uploads go one by one. */
export async function checkRoom(db: Database, ownerId: string): Promise<void> {
  if ((await countUnused(db, ownerId, MAX_UNUSED)) < MAX_UNUSED) return
  throw new AppError(
    'conflict',
    `${MAX_UNUSED} of your uploads are not used yet. Use some of them or delete them, then send this one again.`,
  )
}
