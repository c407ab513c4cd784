import { MAX_POST_MEDIA } from '@plinth/contract/limits.ts'
import type { Media } from '@plinth/contract/media.ts'
import { isVideoFile } from '../../lib/file-refusal.ts'
import { markOf } from '../../lib/upload-memory.ts'
import { isMoving, nextUpload, type UploadEvent, type UploadState } from '../../lib/upload-state.ts'

/** So many files are sent at the same time; the others wait for their turn. */
export const SENT_AT_ONCE = 2

/** One file of a post in the making. */
export interface PostFile {
  key: string
  name: string
  size: number
  isVideo: boolean
  alt: string
  /** An object URL; null for what a draft brought back, which the server shows. */
  preview: string | null
  /** What is sent, as often as it takes; null where nothing is. */
  file: File | null
  upload: UploadState
}

export type FilesEvent =
  | { type: 'add'; files: readonly PostFile[] }
  | { type: 'remove'; key: string }
  | { type: 'move'; key: string; by: -1 | 1 }
  | { type: 'describe'; key: string; alt: string }
  | { type: 'upload'; key: string; event: UploadEvent }
  | { type: 'restore'; files: readonly PostFile[] }

export const isRefused = ({ upload }: PostFile) => upload.phase === 'refused'

/** On its way, or still to go: it arrives without anybody's help. */
export const isPending = ({ upload }: PostFile) => upload.phase === 'waiting' || isMoving(upload)

/** Somebody stopped it, who has to let it go on. */
export const isPaused = ({ upload }: PostFile) => upload.phase === 'paused'

/** Of one that was chosen in this visit: how it is known in another. */
export const markOfFile = ({ file }: PostFile): string | null => (file ? markOf(file) : null)

export const mediaOf = ({ upload }: PostFile): Media | undefined =>
  upload.phase === 'kept' ? upload.media : undefined

/** A chosen file that may be sent. */
export const chosenFile = (file: File, key: string, preview: string): PostFile => ({
  key,
  name: file.name,
  size: file.size,
  isVideo: isVideoFile(file),
  alt: '',
  preview,
  file,
  upload: { phase: 'waiting', file, loaded: 0 },
})

/** A chosen file that is not sent, with the reason why. */
export const refusedFile = (file: File, key: string, sentence: string): PostFile => ({
  key,
  name: file.name,
  size: file.size,
  isVideo: isVideoFile(file),
  alt: '',
  preview: null,
  file: null,
  upload: { phase: 'refused', fileName: file.name, sentence },
})

/** A finished upload that a draft remembers. */
export const keptFile = (media: Media, alt: string): PostFile => ({
  key: media.id,
  name: media.fileName,
  size: media.bytes,
  isVideo: media.kind === 'video',
  alt,
  preview: null,
  file: null,
  upload: { phase: 'kept', media },
})

/** How many more files the post can carry; refused ones carry nothing. */
export const roomFor = (files: readonly PostFile[]): number =>
  MAX_POST_MEDIA - files.filter((file) => !isRefused(file)).length

/** The files whose turn it is. */
export function filesToSend(files: readonly PostFile[]): PostFile[] {
  const free = SENT_AT_ONCE - files.filter(({ upload }) => isMoving(upload)).length
  return files.filter(({ upload }) => upload.phase === 'waiting').slice(0, Math.max(0, free))
}

export function nextFiles(files: readonly PostFile[], event: FilesEvent): readonly PostFile[] {
  const change = (key: string, patch: (file: PostFile) => PostFile) =>
    files.map((file) => (file.key === key ? patch(file) : file))
  switch (event.type) {
    case 'add':
      return [...files, ...event.files]
    case 'restore':
      // Before what may have been chosen meanwhile.
      return [
        ...event.files,
        ...files.filter(({ key }) => !event.files.some((one) => one.key === key)),
      ]
    case 'remove':
      return files.filter(({ key }) => key !== event.key)
    case 'move':
      return moved(files, event.key, event.by)
    case 'describe':
      return change(event.key, (file) => ({ ...file, alt: event.alt }))
    case 'upload':
      return change(event.key, (file) => ({
        ...file,
        upload: nextUpload(file.upload, event.event),
      }))
  }
}

/** Past the next file that counts: a refused one has no place in the order. */
function moved(files: readonly PostFile[], key: string, by: -1 | 1): readonly PostFile[] {
  const from = files.findIndex((file) => file.key === key)
  let to = from + by
  while (files[to] !== undefined && isRefused(files[to] as PostFile)) to += by
  const file = files[from]
  if (file === undefined || files[to] === undefined) return files
  const rest = files.filter((other) => other !== file)
  return [...rest.slice(0, to), file, ...rest.slice(to)]
}
