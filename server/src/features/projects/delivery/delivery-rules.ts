import { DELIVERY_QUOTA_BYTES, MAX_DELIVERY_FILES } from '@plinth/contract/limits.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import { AppError } from '../../../http/errors.ts'

export const MAKE_PREVIEW = 'deliveries.preview'
export const REMOVE_FILE = 'deliveries.remove'
export const SWEEP_FILES = 'deliveries.sweep'

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
  new AppError('auth.forbidden', 'The files of the next delivery are for its creator alone.')

export const notReceiving = () =>
  new AppError('conflict', 'This project takes no files now. Open it again to see where it stands.')

export const tooManyFiles = () =>
  new AppError(
    'conflict',
    `A delivery has up to ${MAX_DELIVERY_FILES} files, and as many are here or on their way. Put some together in an archive, or remove some.`,
  )

export const quotaExceeded = () =>
  new AppError(
    'storage.full',
    `The files of your open projects would take more than ${DELIVERY_QUOTA_BYTES / 1024 ** 3} GB together. Remove some that are not delivered, then send this one again.`,
  )

export const fileTooLarge = () =>
  new AppError('media.too_large', 'This file is larger than 1 GB. Divide it, and send the parts.')

export const alreadyDelivered = () =>
  new AppError('conflict', 'This file is delivered already, and stays with its delivery.')
