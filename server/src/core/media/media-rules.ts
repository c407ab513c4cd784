import { MAX_FILE_NAME_LENGTH, MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import {
  ACCEPTED_SENTENCES,
  type DocumentType,
  type MediaKind,
  type PdfType,
} from '@plinth/contract/media/file-types.ts'
import type { FileType } from '../../gateways/file-type.ts'
import { AppError, invalidField } from '../../http/errors.ts'
import { isMediaId, isOriginalName, kindOfName } from './names.ts'

export const RENDER = 'media.render'
export const RENDER_LARGE = 'media.render-large'
export const MAKE_PLAY = 'media.make-play'
/** Brings what renditions say about rights up to date. */
export const MARK = 'media.mark'
export const REMOVE = 'media.remove'
export const SWEEP = 'media.sweep'
/** Published for features that show files: `{ mediaId }` is ready, or has failed permanently. */
export const SETTLED = 'media.settled'

export const originalKey = (mediaId: string, extension: string): string =>
  `originals/${mediaId}.${extension}`
export const renditionPrefix = (mediaId: string): string => `renditions/${mediaId}/`
/** Key of a rendition. */
export const renditionKey = (mediaId: string, name: string): string =>
  `${renditionPrefix(mediaId)}${name}`

/** The id in the URL of a finished upload, given as a path or with our origin; null for any other URL. */
export function mediaIdOfUrl(url: string, publicUrl: string): string | null {
  const parsed =
    url.startsWith('/') && !url.startsWith('//') ? URL.parse(url, publicUrl) : URL.parse(url)
  if (parsed === null || parsed.origin !== new URL(publicUrl).origin) return null
  const [, folder, id = '', name = '', ...rest] = parsed.pathname.split('/')
  const isOriginal = folder === 'media' && isMediaId(id) && isOriginalName(name)
  return isOriginal && rest.length === 0 ? id : null
}

const DEFAULT_NAMES: Record<MediaKind, string> = {
  image: 'picture',
  video: 'video',
  audio: 'audio',
  pdf: 'document',
  document: 'document',
}

/** The uploader's name for the file, without folders, control characters and text-direction marks. */
export function cleanFileName(fileName: string, kind: MediaKind): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? ''
  // Control characters, and those that turn the direction of the text around them.
  const clean = base.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  return clean.slice(0, MAX_FILE_NAME_LENGTH).toWellFormed() || DEFAULT_NAMES[kind]
}

const DATA_URL = /^data:[^,]{0,200};base64,/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The bytes of a `data:` URL. Its content type is ignored. */
export function parseDataUrl(url: string): Buffer {
  const [head] = DATA_URL.exec(url.slice(0, 300)) ?? []
  const base64 = head === undefined ? '' : url.slice(head.length)
  if (Math.floor((base64.length * 3) / 4) > MAX_MEDIA_BYTES + 2) throw tooLarge()
  if (base64 === '' || base64.length % 4 === 1 || !BASE64.test(base64)) {
    throw invalidField('fileUrl', 'Send the file in the data: address as base64.')
  }
  return Buffer.from(base64, 'base64')
}

export const tooLarge = () =>
  new AppError(
    'media.too_large',
    `This file is larger than ${MAX_MEDIA_BYTES / 1024 ** 2} MB. Make it smaller and try again.`,
  )

export function unsupportedFile(kinds: readonly MediaKind[]): AppError {
  const accepted = kinds.includes('document') ? 'any' : kinds.includes('video') ? 'post' : 'picture'
  return new AppError('media.unsupported', ACCEPTED_SENTENCES[accepted])
}

const KIND_NAMES: Record<MediaKind, string> = {
  image: 'a picture',
  video: 'a video',
  audio: 'a sound file',
  pdf: 'a PDF',
  document: 'a document',
}

/** The file is of an accepted kind, but not of the kind that the sender claimed. */
export const wrongKind = (kind: MediaKind, claimed: MediaKind) =>
  invalidField('fileType', `This file is ${KIND_NAMES[kind]}, not ${KIND_NAMES[claimed]}.`)

/** What documents of each type hold. */
const CONTENTS: Record<PdfType | DocumentType, string> = {
  'application/pdf': 'a PDF',
  'application/msword': 'a Word document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'a Word document',
  'text/plain': 'text',
}

/** Throws for a document that is named as a picture, video or sound: it would be shown as something else than was meant. */
export function checkName(fileName: string, found: FileType): void {
  const named = kindOfName(fileName)
  if (found.kind !== 'document' && found.kind !== 'pdf') return
  if (named === null || named === 'document' || named === 'pdf') return
  throw new AppError(
    'media.misnamed',
    `This is named as ${KIND_NAMES[named]}, but holds ${CONTENTS[found.type]}.`,
  )
}

export const emptyFile = () =>
  new AppError('input.invalid', 'This file is empty. Choose another one.')

/** Prefix of delivered files, apart from media: none of them is ever public. */
export const DELIVERIES = 'deliveries/'

export const deliveryPrefix = (fileId: string): string => `${DELIVERIES}${fileId}/`
/** Key of the file as it was uploaded. */
export const deliveredKey = (fileId: string): string => `${deliveryPrefix(fileId)}original.bin`
export const deliveryPreviewKey = (fileId: string): string =>
  `${deliveryPrefix(fileId)}preview.webp`
/** Key of the small copy without a watermark. */
export const deliveryPictureKey = (fileId: string): string =>
  `${deliveryPrefix(fileId)}picture.webp`

/** Names of what a delivered file can be judged by, with a watermark and without. */
export const PROOF_NAMES = {
  film: { marked: 'film.mp4', plain: 'film-plain.mp4' },
  sound: { marked: 'sound.m4a', plain: 'sound-plain.m4a' },
  page: { marked: 'page.webp', plain: 'page-plain.webp' },
  picture: { marked: 'tile.webp', plain: 'tile-plain.webp' },
} as const
/** A page has its number behind that name; a tile has its level, column and row there. */
const numbered = (name: string, part: number | string) => name.replace('.webp', `-${part}.webp`)
export const deliveryProofKey = (fileId: string, name: string, part?: number | string): string =>
  `${deliveryPrefix(fileId)}${part === undefined ? name : numbered(name, part)}`
