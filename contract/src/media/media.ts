import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_ALT_LENGTH, MAX_FILE_NAME_LENGTH } from '../limits.ts'
import { Id, Time, idParams, nullable, entity, exact } from '../http/scalars.ts'
import { MEDIA_KINDS } from './file-types.ts'

/** uploaded → processing → ready | failed. */
export const MEDIA_STATES = ['uploaded', 'processing', 'ready', 'failed'] as const
export type MediaState = (typeof MEDIA_STATES)[number]

/** Rendition widths in pixels. A picture gets those narrower than itself; its original is the widest. */
export const RENDITION_WIDTHS = [320, 640, 960, 1280, 1920, 2560, 3840] as const
export { RENDITION_FORMATS, originalUrl, renditionUrl, type RenditionFormat } from '../http/urls.ts'

/**
 * A picture as lists carry it: small enough to repeat, enough to lay out and to build every URL.
 * `renditions` holds the widths made so far, smallest first; each exists as AVIF and WebP.
 */
export const Picture = entity('Picture', {
  id: Id,
  width: Integer({ minimum: 1 }),
  height: Integer({ minimum: 1 }),
  /** base64 of the thumbhash: the placeholder's colours. */
  thumbhash: nullable(Text()),
  alt: Text(),
  state: Enum(MEDIA_STATES),
  renditions: ListOf(Integer()),
  /**
   * Path of the whole picture as browsers show it: the stored original without location and device data, or its
   * widest copy if browsers cannot show that type. For other kinds, the poster.
   */
  originalUrl: Text(),
  /**
   * Appended to every rendition's URL: empty if the picture is public, otherwise a query that opens it for some
   * minutes. `originalUrl` already includes it.
   */
  signature: Text(),
  /** Animated: its WebP renditions move, AVIF shows the first frame. */
  isAnimated: Flag(),
  /** Shown 1:1 from tiles (`tileUrl`), because it is too large to load whole. */
  hasTiles: Flag(),
  /** Used in something labelled sensitive: blurred until the viewer asks to see it. */
  isSensitive: Optional(Flag()),
})
export type Picture = Static<typeof Picture>

/** A video. Its poster is the picture beside it. */
export const Video = entity('Video', {
  /** Path of a file that every browser plays; null until it is made. */
  url: nullable(Text()),
  contentType: nullable(Text()),
  durationMs: Integer({ minimum: 0 }),
  hasSound: Flag(),
  /** Path of a few silent seconds for walls; null until they are made. */
  previewUrl: nullable(Text()),
  /** Path of its captions as WebVTT; null if it has none. */
  captionsUrl: nullable(Text()),
})
export type Video = Static<typeof Video>

/** Number of loudness values in a waveform, evenly spread. */
export const PEAK_COUNT = 240

/** A sound. A drawing of its waveform is the picture beside it. */
export const Audio = entity('Audio', {
  /** Path of a file that every browser plays; null until it is made. */
  url: nullable(Text()),
  contentType: nullable(Text()),
  durationMs: Integer({ minimum: 0 }),
  /** base64 of PEAK_COUNT bytes, 0 silent to 255 loudest of this piece; null until they are measured. */
  peaks: nullable(Text()),
})
export type Audio = Static<typeof Audio>

/** A file to download. Its first page, or a sheet with its name, is the picture beside it. */
export const Document = entity('Document', {
  /** Path of the file, always sent as an attachment. */
  url: Text(),
  contentType: Text(),
  fileName: Text(),
  bytes: Integer({ minimum: 0 }),
  /** Of a PDF. */
  pages: nullable(Integer({ minimum: 1 })),
})
export type Document = Static<typeof Document>

/** One uploaded file, as its owner sees it. */
export const Media = entity('Media', {
  id: Id,
  /**
   * The finished upload's URL, accepted as `fileUrl` and `mediaUrl`. Until something that everybody may see shows the
   * file, it opens it for some minutes only.
   */
  url: Text(),
  state: Enum(MEDIA_STATES),
  /** A sentence for the owner when the state is `failed`. */
  failure: nullable(Text()),
  kind: Enum(MEDIA_KINDS),
  fileName: Text(),
  contentType: Text(),
  bytes: Integer({ minimum: 0 }),
  picture: Picture,
  video: nullable(Video),
  audio: nullable(Audio),
  document: nullable(Document),
  createdAt: Time,
})
export type Media = Static<typeof Media>

const asDocument = {
  /** Accepts a document that is named as a picture, video or sound, as what it is. */
  asDocument: Optional(Flag()),
}
/** A file that has arrived whole while we still look at it. */
export const Arrived = entity('Arrived', {
  id: Id,
  state: Enum(['uploaded'] as const),
})
export type Arrived = Static<typeof Arrived>

/** Works, posts and messages are made of files. */
const ANY_WRITE = ['works:write', 'posts:write', 'messages:write'] as const

export const uploadMedia = defineEndpoint({
  method: 'POST',
  path: '/api/media',
  access: 'member',
  scope: ANY_WRITE,
  summary:
    'Send one file as the raw body. It is checked, cleaned of location data and kept. A 202 means that we are still looking at it: call Location (POST) to learn how that ended.',
  rawBody: true,
  query: exact({
    fileName: Text({ minLength: 1, maxLength: MAX_FILE_NAME_LENGTH }),
    ...asDocument,
  }),
  status: 201,
  response: Media,
  later: Arrived,
  errors: ['media.misnamed', 'media.unreadable', 'not_found', 'conflict'],
})

export const finishUpload = defineEndpoint({
  method: 'POST',
  path: '/api/uploads/:id/finish',
  access: 'member',
  scope: ANY_WRITE,
  summary:
    "Finish a resumable upload. The media has the upload's id; repeating the call returns the same media. A 202 means that we are still looking at the file: repeat the call. After media.misnamed the bytes are kept, and the call can be repeated with asDocument.",
  params: ObjectOf(idParams),
  query: exact(asDocument),
  status: 201,
  response: Media,
  later: Arrived,
  errors: ['not_found', 'conflict', 'media.misnamed', 'media.unreadable', 'storage.full'],
})

export const getMedia = defineEndpoint({
  method: 'GET',
  path: '/api/media/:id',
  access: 'member',
  scope: ANY_WRITE,
  summary: "One of the caller's uploads and its state.",
  params: ObjectOf(idParams),
  response: Media,
  errors: ['not_found'],
})

export const updateMedia = defineEndpoint({
  method: 'PATCH',
  path: '/api/media/:id',
  access: 'member',
  scope: ANY_WRITE,
  summary: "Set the alternative text of one of the caller's pictures.",
  params: ObjectOf(idParams),
  body: exact({ alt: Text({ maxLength: MAX_ALT_LENGTH }) }),
  response: Media,
  errors: ['not_found'],
})

export const retryMedia = defineEndpoint({
  method: 'POST',
  path: '/api/media/:id/retry',
  access: 'member',
  summary: 'Try again to make the renditions of a failed upload.',
  params: ObjectOf(idParams),
  status: 202,
  response: Media,
  errors: ['not_found', 'conflict'],
})

export const deleteMedia = defineEndpoint({
  method: 'DELETE',
  path: '/api/media/:id',
  access: 'member',
  scope: ANY_WRITE,
  summary: "Delete one of the caller's uploads that nothing uses.",
  params: ObjectOf(idParams),
  errors: ['not_found', 'conflict'],
})

export const putCaptions = defineEndpoint({
  method: 'PUT',
  path: '/api/media/:id/captions',
  access: 'member',
  summary: "Send captions of one of the caller's videos as the raw body: WebVTT or SubRip.",
  rawBody: true,
  params: ObjectOf(idParams),
  response: Media,
  errors: ['not_found', 'conflict'],
})

export const deleteCaptions = defineEndpoint({
  method: 'DELETE',
  path: '/api/media/:id/captions',
  access: 'member',
  summary: "Remove the captions of one of the caller's videos.",
  params: ObjectOf(idParams),
  response: Media,
  errors: ['not_found'],
})

/** Kinds of metadata that are removed from files, with their labels. */
export const TAKEN_OUT = {
  place: 'place of capture',
  device: 'camera, lens and serial number',
  person: 'names and contact details',
  time: 'time of capture',
  history: 'editing history',
  comment: 'comments and keywords',
  preview: 'embedded preview',
  rest: 'bytes behind the end of the file',
} as const
export type TakenOut = keyof typeof TAKEN_OUT

/** What a file says about whose it is, with labels. */
export const STAYS = {
  creators: 'author',
  copyright: 'copyright',
  credit: 'credit',
  licence: 'licence',
  credentials: 'Content Credentials',
} as const
export type Stays = keyof typeof STAYS

/** A file in figures. */
export const FileFacts = entity('FileFacts', {
  /** `TIFF`, `MP4` … */
  format: Text(),
  /** `16 bit`, `Adobe RGB (1998)`, `H.264`, `44.1 kHz`, `stereo` …, most telling first. */
  details: ListOf(Text()),
  width: nullable(Integer()),
  height: nullable(Integer()),
  durationMs: nullable(Integer()),
  pages: nullable(Integer()),
  bytes: Integer({ minimum: 0 }),
})
export type FileFacts = Static<typeof FileFacts>

/** One file that is made of the original. */
const MadeFile = exact({
  name: Text(),
  /** `Wall`, `Largest` … */
  label: Text(),
  /** `AVIF`, `WebP`, `MP4` … */
  format: Text(),
  width: nullable(Integer()),
  height: nullable(Integer()),
  /** Null until it is made. */
  bytes: nullable(Integer()),
  state: Enum(['processing', 'ready', 'failed']),
})

/** What happened to a file, for its owner. */
export const Receipt = entity('Receipt', {
  media: Media,
  received: FileFacts,
  kept: FileFacts,
  /** Not one byte was changed. */
  isSame: Flag(),
  takenOut: ListOf(Enum(Object.keys(TAKEN_OUT) as TakenOut[])),
  /** What names author and rights, and was left in the stored file. */
  stays: Optional(ListOf(Enum(Object.keys(STAYS) as Stays[]))),
  made: ListOf(MadeFile),
  /** Why the last of `made` is missing; null if nothing failed. */
  failure: nullable(Text()),
  canRetry: Flag(),
  /** Path that sends the kept original as an attachment under its own name. */
  downloadUrl: Text(),
})
export type Receipt = Static<typeof Receipt>

export const getReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/media/:id/receipt',
  access: 'member',
  summary: "The uploaded file, the stored file and the renditions of one of the caller's uploads.",
  params: ObjectOf(idParams),
  response: Receipt,
  errors: ['not_found'],
})
