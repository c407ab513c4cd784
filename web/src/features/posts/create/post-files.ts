import { MAX_POST_MEDIA } from '@plinth/contract/limits.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import { isVideoFile } from '../../../lib/uploads/file-refusal.ts'
import { isRefused, restoredFiles, type SentFile } from '../../lib/sent-files.ts'
import { nextUpload, type UploadEvent } from '../../../lib/uploads/upload-state.ts'

/** One file of a post in the making. */
export interface PostFile extends SentFile {
  isVideo: boolean
  alt: string
  /** An object URL; null for what a draft brought back, which the server shows. */
  preview: string | null
}

export type FilesEvent =
  | { type: 'add'; files: readonly PostFile[] }
  | { type: 'remove'; key: string }
  | { type: 'move'; key: string; by: -1 | 1 }
  | { type: 'describe'; key: string; alt: string }
  | { type: 'upload'; key: string; event: UploadEvent }
  | { type: 'restore'; files: readonly PostFile[] }

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

export function nextFiles(files: readonly PostFile[], event: FilesEvent): readonly PostFile[] {
  const change = (key: string, patch: (file: PostFile) => PostFile) =>
    files.map((file) => (file.key === key ? patch(file) : file))
  switch (event.type) {
    case 'add':
      return [...files, ...event.files]
    case 'restore':
      return restoredFiles(files, event.files)
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
