import { hashFile, withTempFile } from '../../../gateways/files.ts'
import type { Database } from '../../../db/pool.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/errors.ts'
import { originalKey } from '../media-rules.ts'
import {
  blockFiles,
  findUnknownFiles,
  insertLook,
  isDown,
  type BlockReason,
  type Subject,
} from './block-queries.ts'

const JOB = 'media.look'
/** The reason that staff gave, for the blocks that the job makes. */
type Older = Subject & Omit<BlockReason, 'now'>

/**
 * Blocks the files of a takedown. Older uploads have no hash yet, so a job reads what we stored of them first. Their look
 * is then known, but not the hash of the file as it was sent.
 */
export async function blockAllFiles(
  trx: Database,
  jobs: Pick<Deps['jobs'], 'send'>,
  subject: Subject,
  why: BlockReason,
): Promise<void> {
  await blockFiles(trx, subject, why)
  const older = await findUnknownFiles(trx, subject)
  const { reason, isClaimed } = why
  if (older.length > 0) await jobs.send(trx, JOB, { ...subject, reason, isClaimed } satisfies Older)
}

export function registerOlderFiles({
  db,
  env,
  imaging,
  jobs,
  now,
  storage,
}: Pick<Deps, 'db' | 'env' | 'imaging' | 'jobs' | 'now' | 'storage'>): void {
  jobs.work<Older>(
    JOB,
    async ({ kind, id, reason, isClaimed }) => {
      for (const { mediaId, extension, isPicture } of await findUnknownFiles(db, { kind, id }))
        await withTempFile(env.dataDir, async (file) => {
          if (!(await storage.fetch(originalKey(mediaId, extension), file))) return
          const look = isPicture ? await lookOf(imaging, file) : null
          await insertLook(db, { mediaId, sha256: await hashFile(file), look })
        })
      await db.transaction().execute(async (trx) => {
        // It may have been put back meanwhile, and staff may have lifted the blocks of other files.
        if (await isDown(trx, { kind, id }))
          await blockFiles(trx, { kind, id }, { reason, isClaimed, now: now() }, { onlyNew: true })
      })
    },
    { retries: 3 },
  )
}

/** What a picture looks like; null if it cannot be read, which must not keep the others from being blocked. */
async function lookOf(imaging: Deps['imaging'], file: string): Promise<string | null> {
  try {
    return (await imaging.inspect(file)).look
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
