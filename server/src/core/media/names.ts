import { extname } from 'node:path'
import {
  AUDIO_TYPES,
  DOCUMENT_TYPES,
  IMAGE_TYPES,
  PDF_TYPES,
  RENDITION_FORMATS,
  VIDEO_TYPES,
} from '@plinth/contract/media/media.ts'

const TYPES = new Map<string, string>(
  Object.entries({
    ...IMAGE_TYPES,
    ...VIDEO_TYPES,
    ...AUDIO_TYPES,
    ...PDF_TYPES,
    ...DOCUMENT_TYPES,
  }).map(([type, { extension }]) => [extension, type]),
)
/** Opened on our own origin they could act there. */
const DOCUMENTS = new Set<string>(
  Object.values({ ...PDF_TYPES, ...DOCUMENT_TYPES }).map(({ extension }) => extension),
)
/** Other ways to write an extension. */
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

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const ORIGINAL = new RegExp(`^original\\.(${[...TYPES.keys()].join('|')})$`)
const RENDITION = new RegExp(`^[1-9]\\d{0,3}\\.(${RENDITION_FORMATS.join('|')})$`)
const TILE = /^tile-\d{1,2}-\d{1,3}-\d{1,3}\.webp$/

/** The still picture that stands for anything but a picture. */
export const POSTER = 'poster.jpg'
/** What every browser plays of what not every browser plays. */
export const PLAY = { video: 'play.mp4', audio: 'play.m4a' } as const
/** A few silent seconds. */
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
  /** Extension of the kept original that this is; null for what was made of it. */
  original: string | null
  contentType: string
  /** Never opened by a browser, always kept as a file. */
  isAttachment: boolean
}

/** What `/media/{id}/{name}` is by its name; null when no file of ours is called so. */
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
 * The header that makes a browser keep a file under its own name (RFC 6266). The name ends as its content does: a
 * picture that came as `holiday.exe` is not handed on as a program.
 */
export function attachment(fileName: string, extension: string): string {
  const written = extname(fileName).slice(1).toLowerCase()
  const isRight = (ALIASES[written] ?? written) === extension
  return attachmentAs(isRight ? fileName : `${fileName}.${extension}`)
}

/** The same with a name that is right, whatever it ends with. */
export function attachmentAs(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["%\\]/g, '_')
  // The five that encodeURIComponent leaves alone and the header's grammar does not know.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const MAX_NAME = 120
/** What Windows opens as a device, whatever its extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** A file's name as every system can unpack it: no path, nothing hidden, nothing unseen. Its end stays. */
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

/** The same for files that lie side by side: of equal names the second becomes `name (2)`, whatever the case. */
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
