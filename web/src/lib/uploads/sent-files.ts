import type { Media } from '@plinth/contract/media/media.ts'
import { markOf } from './upload-memory.ts'
import { isMoving, type UploadState } from './upload-state.ts'

/** So many files are sent at the same time; the others wait for their turn. */
export const SENT_AT_ONCE = 2

/** One file of several that a form sends along. */
export interface SentFile {
  key: string
  name: string
  size: number
  /** What is sent, as often as it takes; null where nothing is. */
  file: File | null
  upload: UploadState
}

let made = 0
export const newFileKey = (): string => `file-${++made}`

export const isRefused = ({ upload }: SentFile) => upload.phase === 'refused'

/** On its way, or still to go: it arrives without anybody's help. */
export const isPending = ({ upload }: SentFile) => upload.phase === 'waiting' || isMoving(upload)

/** Somebody stopped it, who has to let it go on. */
export const isPaused = ({ upload }: SentFile) => upload.phase === 'paused'

/** Of one that was chosen in this visit: how it is known in another. */
export const markOfFile = ({ file }: SentFile): string | null => (file ? markOf(file) : null)

export const mediaOf = ({ upload }: SentFile): Media | undefined =>
  upload.phase === 'kept' ? upload.media : undefined

/** The files whose turn it is. */
export function filesToSend<F extends SentFile>(files: readonly F[]): F[] {
  const free = SENT_AT_ONCE - files.filter(({ upload }) => isMoving(upload)).length
  return files.filter(({ upload }) => upload.phase === 'waiting').slice(0, Math.max(0, free))
}

/** What a draft brought back, before what may have been chosen meanwhile. */
export const restoredFiles = <F extends SentFile>(
  files: readonly F[],
  kept: readonly F[],
): readonly F[] => [...kept, ...files.filter(({ key }) => !kept.some((one) => one.key === key))]
