import { MAX_MESSAGE_MEDIA } from '@plinth/contract/limits.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import { isRefused, restoredFiles, type SentFile } from '../../lib/sent-files.ts'
import { nextUpload, type UploadEvent } from '../../../lib/uploads/upload-state.ts'

export type FilesEvent =
  | { type: 'add'; files: readonly SentFile[] }
  | { type: 'restore'; files: readonly SentFile[] }
  | { type: 'remove'; key: string }
  | { type: 'upload'; key: string; event: UploadEvent }
  | { type: 'clear' }

/** A chosen file that may be sent. */
export const chosenFile = (file: File, key: string): SentFile => ({
  key,
  name: file.name,
  size: file.size,
  file,
  upload: { phase: 'waiting', file, loaded: 0 },
})

/** A chosen file that is not sent, with the reason why. */
export const refusedFile = (file: File, key: string, sentence: string): SentFile => ({
  key,
  name: file.name,
  size: file.size,
  file: null,
  upload: { phase: 'refused', fileName: file.name, sentence },
})

/** A finished upload that a draft remembers. */
export const keptFile = (media: Media): SentFile => ({
  key: media.id,
  name: media.fileName,
  size: media.bytes,
  file: null,
  upload: { phase: 'kept', media },
})

/** How many more files the message can carry; refused ones carry nothing. */
export const roomFor = (files: readonly SentFile[]): number =>
  MAX_MESSAGE_MEDIA - files.filter((file) => !isRefused(file)).length

export function nextFiles(files: readonly SentFile[], event: FilesEvent): readonly SentFile[] {
  switch (event.type) {
    case 'add':
      return [...files, ...event.files]
    case 'restore':
      return restoredFiles(files, event.files)
    case 'remove':
      return files.filter(({ key }) => key !== event.key)
    case 'upload':
      return files.map((file) =>
        file.key === event.key ? { ...file, upload: nextUpload(file.upload, event.event) } : file,
      )
    case 'clear':
      return []
  }
}
