import { DELIVERY_QUOTA_BYTES, MAX_DELIVERY_FILES } from '@plinth/contract/limits.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import { AppError } from '../../../http/errors.ts'

/** The priority of work that nobody is waiting for. */
export const LATER = -100
export const MAKE_PREVIEW = 'deliveries.preview'
export const REMOVE_FILE = 'deliveries.remove'
export const SWEEP_FILES = 'deliveries.sweep'
export const MAKE_PROOF = 'deliveries.proof'
/** The same for pictures: one that takes seconds doesn't wait for two films. */
export const MAKE_PICTURE_PROOF = 'deliveries.pictureProof'
export const SWEEP_PROOFS = 'deliveries.sweepProofs'
export const HASH_FILE = 'deliveries.hash'
export const SWEEP_HASHES = 'deliveries.sweepHashes'

/** Whether more can be made to judge a file by than a small picture or its name. Word's older format can't be read. */
export const wantsProof = (
  { kind, contentType }: { kind: MediaKind | 'other'; contentType: string },
  { isArchive }: { isArchive: boolean },
): boolean => (kind === 'other' ? isArchive : contentType !== 'application/msword')

export const proofJobOf = (kind: MediaKind | 'other'): string =>
  kind === 'image' ? MAKE_PICTURE_PROOF : MAKE_PROOF

/** Statuses in which a creator can upload files, because they can be delivered now or soon. */
export const RECEIVING_STATUSES: readonly ProjectStatus[] = [
  'deposit_paid',
  'accepted',
  'delivered',
  'revision_requested',
]

/** Pictures and PDFs are read completely to draw a preview; of a video only the beginning is read. */
const MAX_READ_BYTES = 50 * 1024 ** 2

export const wantsPreview = (kind: MediaKind | 'other', bytes: number): boolean =>
  kind === 'video' || ((kind === 'image' || kind === 'pdf') && bytes <= MAX_READ_BYTES)

export const forItsCreator = () =>
  new AppError('auth.forbidden', 'Only the creator can see the files of the next delivery.')

export const notReceiving = () =>
  new AppError('conflict', 'You can’t add files to this project now. Reload it to see its status.')

export const tooManyFiles = () =>
  new AppError(
    'conflict',
    `A delivery can have ${MAX_DELIVERY_FILES} files, and you’ve added that many. Put some into one archive, or remove some.`,
  )

export const quotaExceeded = () =>
  new AppError(
    'storage.full',
    `The files of your open projects would exceed ${DELIVERY_QUOTA_BYTES / 1024 ** 3} GB. Remove some you haven’t delivered, then upload this one again.`,
  )

export const fileTooLarge = () =>
  new AppError('media.too_large', 'This file is larger than 1 GB. Split it and upload the parts.')

export const alreadyDelivered = () =>
  new AppError('conflict', 'You’ve already delivered this file, so you can’t remove it.')
