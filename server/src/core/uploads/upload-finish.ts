import type { ErrorCode } from '@plinth/contract/errors.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { takeIn } from '../media/media-intake.ts'
import type { MediaDeps } from '../media/media-objects.ts'
import { removeStaged, stagedBytes, stagedFile } from './upload-files.ts'
import type { UploadLocks } from './upload-locks.ts'
import { deleteUpload, findUpload, type UploadKey } from './upload-queries.ts'

/** What is wrong with the file itself: it would be refused again. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'input.invalid',
  'media.too_large',
  'media.unsupported',
  'media.unreadable',
])

/** Makes media of uploads, each once, however often and at whatever moment it is asked for. */
export function createFinish(deps: MediaDeps, locks: UploadLocks) {
  const underWay = new Map<string, Promise<void>>()

  return async (key: UploadKey): Promise<void> => {
    const name = `${key.ownerId} ${key.id}`
    const finishing = underWay.get(name) ?? finish(deps, locks, key)
    underWay.set(name, finishing)
    try {
      await finishing
    } finally {
      underWay.delete(name)
    }
  }
}

async function finish(deps: MediaDeps, locks: UploadLocks, key: UploadKey): Promise<void> {
  // What is being made media of is not given away.
  const free = await locks.hold(key, { release: () => undefined })
  try {
    const upload = await findUpload(deps.db, key)
    if (upload === undefined) throw notFound()
    if (!upload.is_finished) await takeStaged(deps, key, upload)
    await discard(deps, key)
  } finally {
    free()
  }
}

async function takeStaged(
  deps: MediaDeps,
  key: UploadKey,
  { file_name: fileName, bytes }: { file_name: string; bytes: number },
): Promise<void> {
  const missing = bytes - (await stagedBytes(deps.env.dataDir, key.id))
  if (missing > 0) {
    throw new AppError(
      'conflict',
      `${missing} of the ${bytes} bytes of this file are still missing.`,
    )
  }
  try {
    await takeIn(deps, { ...key, fileName, file: stagedFile(deps.env.dataDir, key.id) })
  } catch (error) {
    // Another process may have finished it, and removed the file under our hands.
    if ((await findUpload(deps.db, key))?.is_finished === true) return
    if (error instanceof AppError && REFUSALS.has(error.code)) await discard(deps, key)
    throw error
  }
}

/** The row first: a file without one is found by the sweep, a row without its file would begin anew. */
async function discard({ db, env }: MediaDeps, key: UploadKey): Promise<void> {
  await deleteUpload(db, key)
  await removeStaged(env.dataDir, key.id)
}
