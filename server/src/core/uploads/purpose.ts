import { MAX_MEDIA_BYTES, MAX_FILE_NAME_LENGTH } from '@plinth/contract/limits.ts'
import type { Database } from '../../db/pool.ts'
import { type AppError, invalidField } from '../../http/errors.ts'
import { ingestFile } from '../media/intake/intake.ts'
import type { MediaDeps } from '../media/objects.ts'
import { checkUploadQuota } from '../media/intake/quota.ts'
import { tooLarge } from '../media/media-rules.ts'
import type { NewUpload } from './upload-queries.ts'
import { isMediaId } from '../media/names.ts'

/** How the call that finishes an upload wants it to be understood. */
export interface Asked {
  /** A document is meant, whatever the name says. */
  asDocument?: boolean | undefined
}

/** What an upload is for: which uploads may begin, and what they become. */
export interface UploadPurpose {
  maxBytes: number
  tooLarge: () => AppError
  /** Throws when the upload may not begin; called in the transaction that inserts it. */
  admit: (trx: Database, upload: NewUpload) => Promise<void>
  /**
   * Turns the complete file into what it is for, without moving it. Safe to repeat. Stops when nobody waits for it any
   * more.
   */
  take: (upload: NewUpload & { file: string; signal?: AbortSignal } & Asked) => Promise<void>
}

export interface UploadPurposes {
  media: UploadPurpose
  /** Throws unless the owner can add proof to the case now. The upload itself becomes media. */
  admitEvidence: (trx: Database, upload: { ownerId: string; caseId: string }) => Promise<void>
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
  take: async ({ id, ownerId, fileName, file, asDocument, signal }) => {
    await ingestFile(deps, { id, ownerId, fileName, file, asDocument, signal })
  },
})

/** `Upload-Metadata` as tus parses it; a name without a value is null. */
export type Metadata = Record<string, string | null> | undefined

const FOR_DELIVERY = 'delivery'
const FOR_EVIDENCE = 'evidence'

export function fileNameOf(metadata: Metadata): string {
  const name = metadata?.filename?.replaceAll(/\p{Cc}/gu, '').slice(-MAX_FILE_NAME_LENGTH)
  if (name) return name
  throw invalidField('upload-metadata', 'Upload-Metadata must hold the filename, in base64.')
}

/** What an upload is for: a project that it is delivered to, a case that it proves something in, or neither. */
export interface UploadTarget {
  projectId: string | null
  caseId: string | null
}

/** What an upload is for. Media need no purpose. */
export function targetOf(metadata: Metadata): UploadTarget {
  const { purpose = null, project = null, case: ofCase = null } = metadata ?? {}
  const none = { projectId: null, caseId: null }
  if (purpose === null && project === null && ofCase === null) return none
  const id = (project ?? ofCase)?.toLowerCase() ?? ''
  if (isMediaId(id)) {
    if (purpose === FOR_DELIVERY && ofCase === null) return { ...none, projectId: id }
    if (purpose === FOR_EVIDENCE && project === null) return { ...none, caseId: id }
  }
  throw invalidField(
    'upload-metadata',
    'Upload-Metadata must hold `purpose` delivery and the id of its `project`, or `purpose` evidence and the id of its `case`, in base64, or none of them.',
  )
}

/** The metadata that an upload was created with. That it is for a case is only checked then, and not kept. */
export const metadataOf = ({
  fileName,
  projectId,
  caseId,
}: UploadTarget & { fileName: string }): Record<string, string> => ({
  filename: fileName,
  ...(projectId === null ? {} : { purpose: FOR_DELIVERY, project: projectId }),
  ...(caseId === null ? {} : { purpose: FOR_EVIDENCE, case: caseId }),
})
