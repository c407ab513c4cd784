import { MAX_FILE_NAME_LENGTH, MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import {
  ACCEPTED_FILES_SENTENCE,
  ACCEPTED_PICTURES_SENTENCE,
  IMAGE_TYPES,
  RENDITION_FORMATS,
  RENDITION_WIDTHS,
  VIDEO_TYPES,
  type MediaKind,
} from '@plinth/contract/media.ts'
import { AppError } from '../../http/errors.ts'

export const RENDER = 'media.render'
export const RENDER_LARGE = 'media.render-large'
export const MAKE_PLAY = 'media.make-play'
export const REMOVE = 'media.remove'
export const SWEEP = 'media.sweep'
/** Published for whoever shows files: `{ mediaId }` is ready, or has failed for good. */
export const SETTLED = 'media.settled'

/** A picture is shown once it has its renditions up to here; wider ones follow. */
export const READY_WIDTH = 1_280
/** WebP can be no higher. */
const MAX_RENDITION_HEIGHT = 16_383

/** Widths to be made of a picture: those narrower than itself, smallest first. */
export const renditionWidths = (picture: { width: number; height: number }): number[] =>
  RENDITION_WIDTHS.filter(
    (width) =>
      width < picture.width &&
      Math.round((picture.height * width) / picture.width) <= MAX_RENDITION_HEIGHT,
  )

export const originalKey = (mediaId: string, extension: string): string =>
  `originals/${mediaId}.${extension}`
export const renditionPrefix = (mediaId: string): string => `renditions/${mediaId}/`
export const renditionKey = (mediaId: string, width: number, format: string): string =>
  `${renditionPrefix(mediaId)}${width}.${format}`
/** The frame that stands for a video. */
export const posterKey = (mediaId: string): string => `${renditionPrefix(mediaId)}poster.jpg`
/** What every browser plays of a video that not every browser plays. */
export const playKey = (mediaId: string): string => `${renditionPrefix(mediaId)}play.mp4`

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const TYPES = Object.entries({ ...IMAGE_TYPES, ...VIDEO_TYPES })
const EXTENSIONS = TYPES.map(([, type]) => type.extension)
const ORIGINAL_NAME = new RegExp(`^original\\.(${EXTENSIONS.join('|')})$`)
const RENDITION_NAME = new RegExp(
  `^(${RENDITION_WIDTHS.join('|')})\\.(${RENDITION_FORMATS.join('|')})$`,
)

/** Key and content type of `/media/{id}/{name}`; null when no file of ours is called so. */
export function fileOfName(id: string, name: string): { key: string; contentType: string } | null {
  if (!UUID.test(id)) return null
  if (name === 'poster.jpg') return { key: posterKey(id), contentType: 'image/jpeg' }
  if (name === 'play.mp4') return { key: playKey(id), contentType: 'video/mp4' }
  const [, extension] = ORIGINAL_NAME.exec(name) ?? []
  if (extension !== undefined) {
    return { key: originalKey(id, extension), contentType: contentTypeOf(extension) }
  }
  const [, width, format] = RENDITION_NAME.exec(name) ?? []
  if (width === undefined || format === undefined) return null
  return { key: renditionKey(id, Number(width), format), contentType: `image/${format}` }
}

const contentTypeOf = (extension: string): string =>
  TYPES.find(([, type]) => type.extension === extension)?.[0] ?? ''

/** The id in the URL of a finished upload here, as a path or with our origin; else null. */
export function mediaIdOfUrl(url: string, publicUrl: string): string | null {
  const parsed =
    url.startsWith('/') && !url.startsWith('//') ? URL.parse(url, publicUrl) : URL.parse(url)
  if (parsed === null || parsed.origin !== new URL(publicUrl).origin) return null
  const [, folder, id = '', name = '', ...rest] = parsed.pathname.split('/')
  const isOriginal = folder === 'media' && UUID.test(id) && ORIGINAL_NAME.test(name)
  return isOriginal && rest.length === 0 ? id : null
}

/** What a person calls the file, without folders and without characters that do things to a line. */
export function cleanFileName(fileName: string, kind: MediaKind): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? ''
  // Control characters, and those that turn the direction of the text around them.
  const clean = base.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  return clean.slice(0, MAX_FILE_NAME_LENGTH) || (kind === 'video' ? 'video' : 'picture')
}

const DATA_URL = /^data:[^,]{0,200};base64,/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The bytes of a `data:` URL. Its content type is not believed. */
export function parseDataUrl(url: string): Buffer {
  const [head] = DATA_URL.exec(url.slice(0, 300)) ?? []
  const base64 = head === undefined ? '' : url.slice(head.length)
  if (Math.floor((base64.length * 3) / 4) > MAX_MEDIA_BYTES + 2) throw tooLarge()
  if (base64 === '' || base64.length % 4 === 1 || !BASE64.test(base64)) {
    throw new AppError('input.invalid', 'The data: URL must hold a file in base64.', {
      fields: { fileUrl: 'must hold a file in base64' },
    })
  }
  return Buffer.from(base64, 'base64')
}

export const tooLarge = () =>
  new AppError(
    'media.too_large',
    `This file is larger than ${MAX_MEDIA_BYTES / 1024 ** 2} MB. Make it smaller and send it again.`,
  )

export const notTaken = (kinds: readonly MediaKind[]) =>
  new AppError(
    'media.unsupported',
    kinds.includes('video') ? ACCEPTED_FILES_SENTENCE : ACCEPTED_PICTURES_SENTENCE,
  )

export const emptyFile = () =>
  new AppError('input.invalid', 'This file is empty. Choose another one.')
