/** Content types taken in, decided by content and never by name. */
export const IMAGE_TYPES = {
  'image/jpeg': { extension: 'jpg', name: 'JPEG' },
  'image/png': { extension: 'png', name: 'PNG' },
  'image/webp': { extension: 'webp', name: 'WebP' },
  'image/avif': { extension: 'avif', name: 'AVIF' },
  'image/gif': { extension: 'gif', name: 'GIF' },
  'image/tiff': { extension: 'tiff', name: 'TIFF' },
  'image/heic': { extension: 'heic', name: 'HEIC' },
} as const
export type ImageType = keyof typeof IMAGE_TYPES
/** Those that browsers show; of the others they get a copy. */
export const SHOWN_IMAGE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
] as const satisfies readonly ImageType[]
export const VIDEO_TYPES = {
  'video/mp4': { extension: 'mp4', name: 'MP4' },
  'video/quicktime': { extension: 'mov', name: 'MOV' },
  'video/webm': { extension: 'webm', name: 'WebM' },
} as const
export type VideoType = keyof typeof VIDEO_TYPES
export const AUDIO_TYPES = {
  'audio/mpeg': { extension: 'mp3', name: 'MP3' },
  'audio/mp4': { extension: 'm4a', name: 'M4A' },
  'audio/wav': { extension: 'wav', name: 'WAV' },
  'audio/ogg': { extension: 'ogg', name: 'OGG' },
  'audio/flac': { extension: 'flac', name: 'FLAC' },
} as const
export type AudioType = keyof typeof AUDIO_TYPES
export const PDF_TYPES = { 'application/pdf': { extension: 'pdf', name: 'PDF' } } as const
export type PdfType = keyof typeof PDF_TYPES
export const DOCUMENT_TYPES = {
  'application/msword': { extension: 'doc', name: '.doc' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    extension: 'docx',
    name: '.docx',
  },
  'text/plain': { extension: 'txt', name: '.txt' },
} as const
export type DocumentType = keyof typeof DOCUMENT_TYPES

/** What a file is: the spec's `fileType`. */
export const MEDIA_KINDS = ['image', 'video', 'audio', 'pdf', 'document'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]
/** What a post shows. */
export const POST_MEDIA_KINDS = ['image', 'video'] as const satisfies readonly MediaKind[]

export const ACCEPTED_SENTENCES = {
  picture: 'Plinth takes JPEG, PNG, WebP, AVIF, GIF, TIFF and HEIC pictures up to 50 MB.',
  post: 'Plinth takes JPEG, PNG, WebP, AVIF, GIF, TIFF and HEIC pictures and MP4, MOV and WebM videos up to 50 MB.',
  any: 'Plinth takes pictures (JPEG, PNG, WebP, AVIF, GIF, TIFF, HEIC), videos (MP4, MOV, WebM), audio (MP3, M4A, WAV, OGG, FLAC), PDF, .doc, .docx and .txt up to 50 MB.',
} as const
