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
import { defineEndpoint } from './endpoint.ts'
import { MAX_ALT_LENGTH, MAX_FILE_NAME_LENGTH } from './limits.ts'
import { Id, Time, idParams, nullable } from './scalars.ts'

/** uploaded → processing → ready | failed. */
export const MEDIA_STATES = ['uploaded', 'processing', 'ready', 'failed'] as const
export type MediaState = (typeof MEDIA_STATES)[number]

/** Rendition widths in pixels. A picture gets those narrower than itself; its original is the widest. */
export const RENDITION_WIDTHS = [320, 640, 960, 1280, 1920, 2560, 3840] as const
export { RENDITION_FORMATS, originalUrl, renditionUrl, type RenditionFormat } from './urls.ts'

/** Content types taken in, decided by content and never by name. */
export const IMAGE_TYPES = {
  'image/jpeg': { extension: 'jpg', name: 'JPEG' },
  'image/png': { extension: 'png', name: 'PNG' },
  'image/webp': { extension: 'webp', name: 'WebP' },
  'image/avif': { extension: 'avif', name: 'AVIF' },
  'image/gif': { extension: 'gif', name: 'GIF' },
} as const
export type ImageType = keyof typeof IMAGE_TYPES
export const VIDEO_TYPES = {
  'video/mp4': { extension: 'mp4', name: 'MP4' },
  'video/quicktime': { extension: 'mov', name: 'MOV' },
  'video/webm': { extension: 'webm', name: 'WebM' },
} as const
export type VideoType = keyof typeof VIDEO_TYPES
export const MEDIA_KINDS = ['image', 'video'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]
export const ACCEPTED_PICTURES_SENTENCE =
  'Plinth takes JPEG, PNG, WebP, AVIF and GIF pictures up to 50 MB.'
export const ACCEPTED_FILES_SENTENCE =
  'Plinth takes JPEG, PNG, WebP, AVIF and GIF pictures and MP4, MOV and WebM videos up to 50 MB.'

/**
 * A picture as lists carry it: small enough to repeat, enough to lay out and to build every URL.
 * `renditions` holds the widths made so far, smallest first; each exists as AVIF and WebP.
 */
export const Picture = ObjectOf(
  {
    id: Id,
    width: Integer({ minimum: 1 }),
    height: Integer({ minimum: 1 }),
    /** base64 of the thumbhash: the placeholder's colours. */
    thumbhash: nullable(Text()),
    alt: Text(),
    state: Enum(MEDIA_STATES),
    renditions: ListOf(Integer()),
    /** Path of the kept original, without location and device data; of a video, its poster's. */
    originalUrl: Text(),
    /**
     * What is appended to the address of every rendition: empty for what everybody may see, otherwise a query that
     * opens it for some minutes. `originalUrl` has it already.
     */
    signature: Text(),
  },
  { title: 'Picture', additionalProperties: false },
)
export type Picture = Static<typeof Picture>

/** What plays. Its poster is the picture beside it. */
export const Video = ObjectOf(
  {
    /** Path of a file that every browser plays; null until it is made. */
    url: nullable(Text()),
    contentType: nullable(Text()),
    durationMs: Integer({ minimum: 0 }),
    hasSound: Flag(),
  },
  { title: 'Video', additionalProperties: false },
)
export type Video = Static<typeof Video>

/** One uploaded file, for its owner: what came in, what was made of it, and what went wrong. */
export const Media = ObjectOf(
  {
    id: Id,
    /** The finished upload's URL, accepted as `fileUrl` and `mediaUrl`. */
    url: Text(),
    state: Enum(MEDIA_STATES),
    /** A sentence for the owner when the state is `failed`. */
    failure: nullable(Text()),
    kind: Enum(MEDIA_KINDS),
    fileName: Text(),
    contentType: Text(),
    bytes: Integer({ minimum: 0 }),
    picture: Picture,
    /** Null unless it is a video. */
    video: nullable(Video),
    createdAt: Time,
  },
  { title: 'Media', additionalProperties: false },
)
export type Media = Static<typeof Media>

export const uploadMedia = defineEndpoint({
  method: 'POST',
  path: '/api/media',
  access: 'member',
  summary: 'Send one file as the raw body. It is checked, cleaned of location data and kept.',
  rawBody: true,
  query: ObjectOf(
    { fileName: Text({ minLength: 1, maxLength: MAX_FILE_NAME_LENGTH }) },
    { additionalProperties: false },
  ),
  status: 201,
  response: Media,
  errors: ['media.too_large', 'media.unsupported', 'media.unreadable', 'storage.full'],
})

export const getMedia = defineEndpoint({
  method: 'GET',
  path: '/api/media/:id',
  access: 'member',
  summary: "One of the caller's uploads and its state.",
  params: ObjectOf(idParams),
  status: 200,
  response: Media,
  errors: ['not_found'],
})

export const updateMedia = defineEndpoint({
  method: 'PATCH',
  path: '/api/media/:id',
  access: 'member',
  summary: "Set the alternative text of one of the caller's pictures.",
  params: ObjectOf(idParams),
  body: ObjectOf({ alt: Text({ maxLength: MAX_ALT_LENGTH }) }, { additionalProperties: false }),
  status: 200,
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
  summary: "Throw away one of the caller's uploads that nothing uses.",
  params: ObjectOf(idParams),
  status: 204,
  errors: ['not_found', 'conflict'],
})

export const MediaAlt = Optional(Text({ maxLength: MAX_ALT_LENGTH }))
