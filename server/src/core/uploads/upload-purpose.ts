import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import type { Database } from '../../db/pool.ts'
import type { AppError } from '../../http/errors.ts'
import { ingestFile } from '../media/intake/media-intake.ts'
import type { MediaDeps } from '../media/media-objects.ts'
import { checkUploadRoom } from '../media/intake/media-room.ts'
import { tooLarge } from '../media/media-rules.ts'
import type { NewUpload } from './upload-queries.ts'

/** What becomes of uploads, and which of them may begin. */
export interface UploadPurpose {
  maxBytes: number
  tooLarge: () => AppError
  /** In the transaction that notes it: throws where it may not begin. */
  admit: (trx: Database, upload: NewUpload) => Promise<void>
  /** Makes what it is for of the file, which is left where it is. Safe to repeat. */
  take: (upload: NewUpload & { file: string }) => Promise<void>
}

export interface UploadPurposes {
  media: UploadPurpose
  /** Of uploads that name a project. */
  delivery: UploadPurpose
}

export const purposeOf = (
  purposes: UploadPurposes,
  { projectId }: Pick<NewUpload, 'projectId'>,
): UploadPurpose => (projectId === null ? purposes.media : purposes.delivery)

export const mediaUploads = (deps: MediaDeps): UploadPurpose => ({
  maxBytes: MAX_MEDIA_BYTES,
  tooLarge,
  admit: (trx, { ownerId, bytes }) => checkUploadRoom(trx, ownerId, bytes),
  take: async ({ id, ownerId, fileName, file }) => {
    await ingestFile(deps, { id, ownerId, fileName, file })
  },
})
