import type { ErrorCode } from '@plinth/contract/http/errors.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { MediaDeps } from '../media/objects.ts'
import type { UploadLocks } from './locks.ts'
import { purposeOf, type Asked, type UploadPurposes } from './purpose.ts'
import { incomplete, type Staging } from './staging.ts'
import { deleteUpload, findUpload, type NewUpload, type UploadKey } from './upload-queries.ts'

/** Errors in the file itself: the same file would be refused again. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'input.invalid',
  'media.too_large',
  'media.unsupported',
  'media.unreadable',
])

interface FinishDeps extends Pick<MediaDeps, 'db'> {
  staging: Staging
  purposes: UploadPurposes
  locks: UploadLocks
}

/** An upload, the project it is for, and how it is to be understood. */
export type FinishKey = UploadKey & Pick<NewUpload, 'projectId'> & Asked

/** Names the look at an upload. */
export const lookName = ({ ownerId, id, projectId, asDocument = false }: FinishKey): string =>
  `${ownerId} ${id} ${projectId} ${asDocument}`

/** Completes an upload, once, however often and whenever it is called. */
export async function finish(deps: FinishDeps, key: FinishKey, signal: AbortSignal): Promise<void> {
  // Nothing may interrupt an upload that is being completed.
  const release = await deps.locks.hold(key, { release: () => undefined })
  try {
    const upload = await findUpload(deps.db, key)
    if (upload === undefined || upload.project_id !== key.projectId) throw notFound()
    if (!upload.is_finished) await takeStaged(deps, key, { ...upload, signal })
  } finally {
    release()
  }
}

async function takeStaged(
  deps: FinishDeps,
  key: FinishKey,
  { file_name: fileName, bytes, signal }: { file_name: string; bytes: number; signal: AbortSignal },
): Promise<void> {
  const received = await deps.staging.received(key.id)
  if (received < bytes) throw incomplete({ received, bytes })
  try {
    await deps.staging.withFile({ id: key.id, bytes }, (file) =>
      purposeOf(deps.purposes, key).take({ ...key, fileName, bytes, file, signal }),
    )
  } catch (error) {
    // Another process may have completed it and removed its bytes meanwhile.
    if ((await findUpload(deps.db, key))?.is_finished === true) return
    throw error
  }
}

/** Whether the file itself is at fault. Its bytes are kept until somebody has been told. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && REFUSALS.has(error.code)

/** Deletes the row first: the sweep finds bytes without a row, but a row without its bytes would start again from zero. */
export async function discard({ db, staging }: FinishDeps, key: UploadKey): Promise<void> {
  await deleteUpload(db, key)
  await staging.remove(key.id)
}
