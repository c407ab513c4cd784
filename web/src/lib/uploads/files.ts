import type { Media } from '@plinth/contract/media/media.ts'
import { isVideoFile } from './file-rules.ts'
import { isMoving, nextUpload, type UploadEvent, type UploadState } from './upload-state.ts'

/** How many files are sent at the same time; the others wait. */
const MAX_CONCURRENT = 2

/** One file of a form. */
export interface UploadFile {
  key: string
  name: string
  size: number
  isVideo: boolean
  /** Alternative text for people who cannot see it. */
  alt: string
  /** An object URL, where the form shows the file itself. */
  preview: string | null
  /** The file to send, also again; null when there is nothing to send. */
  file: File | null
  /** The person said that it is a document, whatever its name says. */
  asDocument?: boolean
  upload: UploadState
}

export type FilesEvent =
  | { type: 'add'; files: readonly UploadFile[] }
  | { type: 'restore'; files: readonly UploadFile[] }
  | { type: 'remove'; key: string }
  | { type: 'move'; key: string; by: -1 | 1 }
  | { type: 'describe'; key: string; alt: string }
  /** Sends a file as a document that was refused as something else. */
  | { type: 'document'; key: string }
  | { type: 'upload'; key: string; event: UploadEvent }
  | { type: 'clear' }

let lastKey = 0
const newFileKey = (): string => `file-${++lastKey}`

const unsent = (file: File, key: string) => ({
  key,
  name: file.name,
  size: file.size,
  isVideo: isVideoFile(file),
  alt: '',
})

/** A chosen file that may be sent. */
export const chosenFile = (
  file: File,
  { key = newFileKey(), preview = null }: { key?: string; preview?: string | null } = {},
): UploadFile => ({
  ...unsent(file, key),
  preview,
  file,
  upload: { phase: 'waiting', file, loaded: 0 },
})

/** A chosen file that is not sent, with the reason why. */
export const refusedFile = (file: File, sentence: string, key = newFileKey()): UploadFile => ({
  ...unsent(file, key),
  preview: null,
  file: null,
  upload: { phase: 'refused', fileName: file.name, sentence },
})

/** A finished upload, restored from a draft. */
export const uploadedFile = (media: Media, alt = ''): UploadFile => ({
  key: media.id,
  name: media.fileName,
  size: media.bytes,
  isVideo: media.kind === 'video',
  alt,
  preview: null,
  file: null,
  upload: { phase: 'uploaded', media },
})

export const isRefused = ({ upload }: UploadFile) => upload.phase === 'refused'

/** Being sent or waiting: it will arrive without anyone's help. */
export const isPending = ({ upload }: UploadFile) => upload.phase === 'waiting' || isMoving(upload)

/** Paused by the person, who has to resume it. */
export const isPaused = ({ upload }: UploadFile) => upload.phase === 'paused'

export const mediaOf = ({ upload }: UploadFile): Media | undefined =>
  upload.phase === 'uploaded' ? upload.media : undefined

/** The files to start sending now. */
export function filesToSend(files: readonly UploadFile[]): UploadFile[] {
  const free = MAX_CONCURRENT - files.filter(({ upload }) => isMoving(upload)).length
  return files.filter(({ upload }) => upload.phase === 'waiting').slice(0, Math.max(0, free))
}

/** How many more files the form takes, up to `most`; refused ones do not count. */
export const freePlaces = (files: readonly UploadFile[], most: number): number =>
  Math.max(0, most - files.filter((file) => !isRefused(file)).length)

export function nextFiles(files: readonly UploadFile[], event: FilesEvent): readonly UploadFile[] {
  const change = (key: string, patch: (file: UploadFile) => UploadFile) =>
    files.map((file) => (file.key === key ? patch(file) : file))
  switch (event.type) {
    case 'add':
      return [...files, ...event.files]
    case 'restore':
      // Placed before any files chosen meanwhile.
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
    case 'document':
      return change(event.key, (one) =>
        one.file === null
          ? one
          : {
              ...one,
              asDocument: true,
              isVideo: false,
              upload: { phase: 'waiting', file: one.file, loaded: 0 },
            },
      )
    case 'upload':
      return change(event.key, (file) => ({
        ...file,
        upload: nextUpload(file.upload, event.event),
      }))
    case 'clear':
      return []
  }
}

/** Moves a file past the next one that is not refused, as refused files have no place in the order. */
function moved(files: readonly UploadFile[], key: string, by: -1 | 1): readonly UploadFile[] {
  const from = files.findIndex((file) => file.key === key)
  const file = files[from]
  let to = from + by
  for (let at = files[to]; at !== undefined && isRefused(at); at = files[to]) to += by
  if (file === undefined || files[to] === undefined) return files
  const rest = files.filter((other) => other !== file)
  return [...rest.slice(0, to), file, ...rest.slice(to)]
}
