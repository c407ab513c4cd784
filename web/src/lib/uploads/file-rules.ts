import {
  AUDIO_TYPES,
  DOCUMENT_TYPES,
  IMAGE_TYPES,
  PDF_TYPES,
  VIDEO_TYPES,
  type MediaKind,
} from '@plinth/contract/media/file-types.ts'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'

type FileTypes = Readonly<Record<string, { extension: string; name: string }>>

const TYPES = {
  image: IMAGE_TYPES,
  video: VIDEO_TYPES,
  audio: AUDIO_TYPES,
  pdf: PDF_TYPES,
  document: DOCUMENT_TYPES,
} as const satisfies Record<MediaKind, FileTypes>
const KINDS = Object.keys(TYPES) as MediaKind[]

export const ANY_KIND: readonly MediaKind[] = KINDS
export const PICTURES_AND_VIDEOS: readonly MediaKind[] = ['image', 'video']

/** Other names that systems use for the same type. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/tif': 'image/tiff',
  'image/heif': 'image/heic',
  'audio/mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'application/ogg': 'audio/ogg',
  'audio/x-flac': 'audio/flac',
}
const EXTENSION_ALIASES: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  tif: 'tiff',
  heif: 'heic',
  oga: 'ogg',
}

/** The file input's `accept`, by type and extension, as some systems know no type for a TIFF. The server decides by content. */
export function acceptOf(kinds: readonly MediaKind[]): string {
  const types = kinds.flatMap((kind) => Object.entries<{ extension: string }>(TYPES[kind]))
  const extensions = types.map(([, { extension }]) => extension)
  const aliases = Object.keys(EXTENSION_ALIASES).filter((alias) =>
    extensions.includes(EXTENSION_ALIASES[alias] ?? ''),
  )
  return [
    ...types.map(([type]) => type),
    ...[...extensions, ...aliases].map((extension) => `.${extension}`),
  ].join(',')
}

interface ChosenFile {
  name: string
  type: string
  size: number
}
type NamedFile = Omit<ChosenFile, 'size'>

export interface FileType {
  kind: MediaKind
  /** `TIFF`, `.docx` … */
  format: string
}

/** The type of a file by its content type or, where that is unknown, by its extension; null when not accepted. */
export function fileTypeOf({ name, type }: NamedFile): FileType | null {
  const named = ALIASES[type] ?? type
  const written = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const extension = EXTENSION_ALIASES[written] ?? written
  const all = KINDS.flatMap((kind) =>
    Object.entries<{ extension: string; name: string }>(TYPES[kind]).map(([one, facts]) => ({
      kind,
      type: one,
      ...facts,
    })),
  )
  const match =
    all.find((one) => one.type === named) ?? all.find((one) => one.extension === extension)
  return match === undefined ? null : { kind: match.kind, format: match.name }
}

export type FileRefusal = 'too_large' | 'unsupported' | 'empty'

/** Why a chosen file would be refused and is not sent; null when it may be sent. */
export function refusalOf(file: ChosenFile, kinds: readonly MediaKind[]): FileRefusal | null {
  const type = fileTypeOf(file)
  if (type === null || !kinds.includes(type.kind)) return 'unsupported'
  if (file.size === 0) return 'empty'
  return file.size > MAX_MEDIA_BYTES ? 'too_large' : null
}

export const isVideoFile = (file: NamedFile): boolean => fileTypeOf(file)?.kind === 'video'
