import type { ErrorCode } from '@plinth/contract/http/errors.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { MediaDeps } from '../media/objects.ts'
import { removeStaged, stagedBytes, stagedFile } from './staging.ts'
import type { UploadLocks } from './locks.ts'
import { purposeOf, type UploadPurposes } from './purpose.ts'
import { deleteUpload, findUpload, type NewUpload, type UploadKey } from './upload-queries.ts'

/** Errors in the file itself: the same file would be refused again. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'input.invalid',
  'media.too_large',
  'media.unsupported',
  'media.unreadable',
])

type FinishDeps = Pick<MediaDeps, 'db' | 'env'> & { purposes: UploadPurposes; locks: UploadLocks }

/** An upload, and the project it is for. */
export type FinishKey = UploadKey & Pick<NewUpload, 'projectId'>

/** Returns a function that completes an upload, once, however often and whenever it is called. */
export function createFinish(deps: FinishDeps) {
  const running = new Map<string, Promise<void>>()

  return async (key: FinishKey): Promise<void> => {
    const name = `${key.ownerId} ${key.id} ${key.projectId}`
    const finishing = running.get(name) ?? finish(deps, key)
    running.set(name, finishing)
    try {
      await finishing
    } finally {
      running.delete(name)
    }
  }
}

async function finish(deps: FinishDeps, key: FinishKey): Promise<void> {
  // Nothing may interrupt an upload that is being completed.
  const release = await deps.locks.hold(key, { release: () => undefined })
  try {
    const upload = await findUpload(deps.db, key)
    if (upload === undefined || upload.project_id !== key.projectId) throw notFound()
    if (!upload.is_finished) await takeStaged(deps, key, upload)
    await discard(deps, key)
  } finally {
    release()
  }
}

async function takeStaged(
  deps: FinishDeps,
  key: FinishKey,
  { file_name: fileName, bytes }: { file_name: string; bytes: number },
): Promise<void> {
  const missing = bytes - (await stagedBytes(deps.env.dataDir, key.id))
  if (missing > 0) {
    throw new AppError(
      'conflict',
      `This upload isn’t complete: ${missing} of ${bytes} bytes are missing.`,
    )
  }
  try {
    const file = stagedFile(deps.env.dataDir, key.id)
    await purposeOf(deps.purposes, key).take({ ...key, fileName, bytes, file })
  } catch (error) {
    // Another process may have completed it and removed the file meanwhile.
    if ((await findUpload(deps.db, key))?.is_finished === true) return
    if (error instanceof AppError && REFUSALS.has(error.code)) await discard(deps, key)
    throw error
  }
}

/** Deletes the row first: the sweep finds a file without a row, but a row without its file would start again from zero. */
async function discard({ db, env }: FinishDeps, key: UploadKey): Promise<void> {
  await deleteUpload(db, key)
  await removeStaged(env.dataDir, key.id)
}
