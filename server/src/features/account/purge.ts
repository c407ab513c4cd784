import { undoneSince } from '../../core/account/account-deletion.ts'
import { removeMediaIfUnused } from '../../core/media/objects.ts'
import type { Deps } from '../../deps.ts'
import { exportKey } from './export-archive.ts'
import { deleteExportsOf } from './export-queries.ts'
import {
  deleteDeeds,
  deleteProfile,
  findMediaOf,
  findToPurge,
  holdToPurge,
} from './purge-queries.ts'

/** Accounts that nobody took back: each in one transaction, so that none is ever half gone. */
export async function purgeAccounts(deps: Deps): Promise<void> {
  const before = undoneSince(deps.now())
  for (const userId of await findToPurge(deps.db, before)) await purge(deps, userId, before)
}

async function purge(deps: Deps, userId: string, before: Date): Promise<void> {
  const { db, storage, now } = deps
  const archives = await db.transaction().execute(async (trx) => {
    if (!(await holdToPurge(trx, userId, before))) return []
    await deleteDeeds(trx, userId)
    await deleteProfile(trx, userId, now())
    for (const mediaId of await findMediaOf(trx, userId))
      await removeMediaIfUnused(deps, trx, mediaId)
    return deleteExportsOf(trx, userId)
  })
  for (const id of archives) await storage.remove(exportKey(id))
}
