import { extname } from 'node:path'
import {
  AUDIO_TYPES,
  DOCUMENT_TYPES,
  IMAGE_TYPES,
  PDF_TYPES,
  VIDEO_TYPES,
  type MediaKind,
} from '@plinth/contract/media/file-types.ts'
import { RENDITION_FORMATS } from '@plinth/contract/media/media.ts'

const TYPES = new Map<string, string>(
  Object.entries({
    ...IMAGE_TYPES,
    ...VIDEO_TYPES,
    ...AUDIO_TYPES,
    ...PDF_TYPES,
    ...DOCUMENT_TYPES,
  }).map(([type, { extension }]) => [extension, type]),
)
/** Sent as attachments only: opened on our own origin, they could run scripts there. */
const DOCUMENTS = new Set<string>(
  Object.values({ ...PDF_TYPES, ...DOCUMENT_TYPES }).map(({ extension }) => extension),
)
/** Other spellings of an extension. */
const ALIASES: Record<string, string> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  tif: 'tiff',
  heif: 'heic',
  hif: 'heic',
  m4v: 'mp4',
  qt: 'mov',
  wave: 'wav',
  oga: 'ogg',
  opus: 'ogg',
  text: 'txt',
}

/** The kinds by extension. */
const KINDS = new Map<string, MediaKind>(
  Object.entries({
    image: IMAGE_TYPES,
    video: VIDEO_TYPES,
    audio: AUDIO_TYPES,
    pdf: PDF_TYPES,
    document: DOCUMENT_TYPES,
  }).flatMap(([kind, types]) =>
    Object.values<{ extension: string }>(types).map(
      ({ extension }) => [extension, kind as MediaKind] as const,
    ),
  ),
)

const extensionOf = (fileName: string): string => {
  const written = extname(fileName).slice(1).toLowerCase()
  return ALIASES[written] ?? written
}

/** What a file's name says it is; null if it says nothing that we know. */
export const kindOfName = (fileName: string): MediaKind | null =>
  KINDS.get(extensionOf(fileName)) ?? null

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const ORIGINAL = new RegExp(`^original\\.(${[...TYPES.keys()].join('|')})$`)
const RENDITION = new RegExp(`^[1-9]\\d{0,3}\\.(${RENDITION_FORMATS.join('|')})$`)
const TILE = /^tile-\d{1,2}-\d{1,3}-\d{1,3}\.webp$/

/** The still picture shown for anything that is not a picture itself. */
export const POSTER = 'poster.jpg'
/** The copy that every browser plays, of a file that some do not. */
export const PLAY = { video: 'play.mp4', audio: 'play.m4a' } as const
/** A few silent seconds of a video. */
export const PREVIEW = 'preview.mp4'
export const CAPTIONS = 'captions.vtt'
export const renditionName = (width: number, format: string): string => `${width}.${format}`

const FIXED = new Map([
  [POSTER, 'image/jpeg'],
  [PLAY.video, 'video/mp4'],
  [PLAY.audio, 'audio/mp4'],
  [PREVIEW, 'video/mp4'],
  [CAPTIONS, 'text/vtt; charset=utf-8'],
])

export interface NamedFile {
  /** Extension of the stored original; null for a rendition. */
  original: string | null
  contentType: string
  /** Always downloaded, never opened in the browser. */
  isAttachment: boolean
}

/** Describes the file at `/media/{id}/{name}` by its name; null when Plinth has no file of such a name. */
export function fileOfName(name: string): NamedFile | null {
  const [, original = null] = ORIGINAL.exec(name) ?? []
  if (original !== null) {
    const contentType = TYPES.get(original) ?? ''
    return { original, contentType, isAttachment: DOCUMENTS.has(original) }
  }
  const [, format] = RENDITION.exec(name) ?? []
  const contentType =
    FIXED.get(name) ?? (TILE.test(name) ? 'image/webp' : format && `image/${format}`)
  return contentType ? { original: null, contentType, isAttachment: false } : null
}

export const isMediaId = (id: string): boolean => UUID.test(id)
export const isOriginalName = (name: string): boolean => ORIGINAL.test(name)

/**
 * The `Content-Disposition` that makes a browser save a file under its own name (RFC 6266). The extension follows the
 * content, so a picture uploaded as `holiday.exe` is not passed on as a program.
 */
export function attachment(fileName: string, extension: string): string {
  return attachmentAs(extensionOf(fileName) === extension ? fileName : `${fileName}.${extension}`)
}

/** The same header for a name that is known to be right, whatever its extension. */
export function attachmentAs(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["%\\]/g, '_')
  // encodeURIComponent leaves these five alone, but the header's grammar does not allow them.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const MAX_NAME = 120
/** Names that Windows opens as a device, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** A file name that every system can unpack: no path, no leading dot, no invisible characters. Keeps the end. */
export function archiveName(fileName: string): string {
  const clean = fileName
    .normalize('NFC')
    .slice(-MAX_NAME)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu, '_')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
    .replace(DEVICE, '_$1')
  return clean === '' ? 'file' : clean
}

/** The same for the files of one folder: a repeated name, in any case, becomes `name (2)`. */
export function archiveNames(fileNames: readonly string[]): string[] {
  const taken = new Set<string>()
  return fileNames.map((fileName) => {
    const clean = archiveName(fileName)
    const extension = extname(clean)
    const stem = clean.slice(0, clean.length - extension.length)
    let name = clean
    for (let nth = 2; taken.has(name.toLowerCase()); nth += 1) name = `${stem} (${nth})${extension}`
    taken.add(name.toLowerCase())
    return name
  })
}
