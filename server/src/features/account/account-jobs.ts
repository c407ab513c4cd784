import { EXPORT_DAYS } from '@plinth/contract/people/account.ts'
import { undoneSince } from '../../core/account/deletion.ts'
import { removeMediaIfUnused } from '../../core/media/objects.ts'
import type { Deps } from '../../deps.ts'
import { zipStream } from '../../gateways/zip.ts'
import { archiveOf, exportKey } from './export/archive.ts'
import {
  deleteExport,
  findExpired,
  findWaiting,
  markExportFailed,
  markExportReady,
  deleteExportsOf,
} from './export/export-queries.ts'
import {
  deleteActivity,
  deleteProfile,
  findMediaOf,
  findToPurge,
  lockToPurge,
} from './purge-queries.ts'

const DAY_MS = 86_400_000

/** Packs one archive and notifies its owner. An attempt that was interrupted begins again from the start. */
export async function makeExport(
  deps: Deps,
  exportId: string,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const { db, storage, now } = deps
  const userId = await findWaiting(db, exportId)
  if (userId === null) return
  const key = exportKey(exportId)
  try {
    await storage.put(key, zipStream(archiveOf(deps, userId)))
  } catch (error) {
    if (isLastAttempt) await markExportFailed(db, exportId)
    throw error
  }
  const bytes = (await storage.size(key)) ?? 0
  const at = now()
  const expiresAt = new Date(at.getTime() + EXPORT_DAYS * DAY_MS)
  const isReady = await db
    .transaction()
    .execute((trx) => markExportReady(trx, exportId, { bytes, now: at, expiresAt }))
  // Its owner has deleted their account in the meantime.
  if (!isReady) await storage.remove(key)
}

/** Deletes expired archives. The file goes first, so that a row is left to find it by. */
export async function sweepExports({ db, storage, now }: Deps): Promise<void> {
  const at = now()
  const failedBefore = new Date(at.getTime() - EXPORT_DAYS * DAY_MS)
  for (const id of await findExpired(db, at, failedBefore)) {
    await storage.remove(exportKey(id))
    await deleteExport(db, id)
  }
}

/** Purges accounts that were not restored in time, each in one transaction, so that none is ever half deleted. */
export async function purgeAccounts(deps: Deps): Promise<void> {
  const before = undoneSince(deps.now())
  for (const userId of await findToPurge(deps.db, before)) await purge(deps, userId, before)
}

async function purge(deps: Deps, userId: string, before: Date): Promise<void> {
  const { db, storage, now } = deps
  const archives = await db.transaction().execute(async (trx) => {
    if (!(await lockToPurge(trx, userId, before))) return []
    await deleteActivity(trx, userId)
    await deleteProfile(trx, userId, now())
    for (const mediaId of await findMediaOf(trx, userId))
      await removeMediaIfUnused(deps, trx, mediaId)
    return deleteExportsOf(trx, userId)
  })
  for (const id of archives) await storage.remove(exportKey(id))
}
