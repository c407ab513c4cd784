import { MAX_MEDIA_BYTES, MAX_FILE_NAME_LENGTH } from '@plinth/contract/limits.ts'
import type { Database } from '../../db/pool.ts'
import { type AppError, invalidField } from '../../http/errors.ts'
import { ingestFile } from '../media/intake/intake.ts'
import type { MediaDeps } from '../media/objects.ts'
import { checkUploadQuota } from '../media/intake/quota.ts'
import { tooLarge } from '../media/media-rules.ts'
import type { NewUpload } from './upload-queries.ts'
import { isMediaId } from '../media/names.ts'

/** What an upload is for: which uploads may begin, and what they become. */
export interface UploadPurpose {
  maxBytes: number
  tooLarge: () => AppError
  /** Throws when the upload may not begin; called in the transaction that inserts it. */
  admit: (trx: Database, upload: NewUpload) => Promise<void>
  /** Turns the complete file into what it is for, without moving it. Safe to repeat. */
  take: (upload: NewUpload & { file: string }) => Promise<void>
}

export interface UploadPurposes {
  media: UploadPurpose
  /** For uploads that name a project. */
  delivery: UploadPurpose
}

export const purposeOf = (
  purposes: UploadPurposes,
  { projectId }: Pick<NewUpload, 'projectId'>,
): UploadPurpose => (projectId === null ? purposes.media : purposes.delivery)

export const mediaUploads = (deps: MediaDeps): UploadPurpose => ({
  maxBytes: MAX_MEDIA_BYTES,
  tooLarge,
  admit: (trx, { ownerId, bytes }) => checkUploadQuota(trx, ownerId, bytes),
  take: async ({ id, ownerId, fileName, file }) => {
    await ingestFile(deps, { id, ownerId, fileName, file })
  },
})

/** `Upload-Metadata` as tus parses it; a name without a value is null. */
export type Metadata = Record<string, string | null> | undefined

const FOR_DELIVERY = 'delivery'

export function fileNameOf(metadata: Metadata): string {
  const name = metadata?.filename?.replaceAll(/\p{Cc}/gu, '').slice(-MAX_FILE_NAME_LENGTH)
  if (name) return name
  throw invalidField('upload-metadata', 'Upload-Metadata must hold the filename, in base64.')
}

/** The project that an upload is delivered to; null for media, which need no purpose. */
export function projectOf(metadata: Metadata): string | null {
  const { purpose = null, project = null } = metadata ?? {}
  if (purpose === null && project === null) return null
  const id = project?.toLowerCase() ?? ''
  if (purpose === FOR_DELIVERY && isMediaId(id)) return id
  throw invalidField(
    'upload-metadata',
    'Upload-Metadata must hold `purpose` delivery and the id of its `project`, in base64, or neither.',
  )
}

/** The metadata that an upload was created with. */
export const metadataOf = ({
  fileName,
  projectId,
}: {
  fileName: string
  projectId: string | null
}): Record<string, string> => ({
  filename: fileName,
  ...(projectId === null ? {} : { purpose: FOR_DELIVERY, project: projectId }),
})
