/**
 * Addresses that every page needs before anything else: kept apart from the schemas, so that the first
 * load carries none of those.
 */

/** Browser navigations, not data calls: each answers a redirect. */
export const LOGIN_PATH = '/api/login'
export const CALLBACK_PATH = '/api/callback'
export const LOGOUT_PATH = '/api/logout'

/** Where to send a person who has to sign in, and where they come back to. */
export function loginUrl(
  returnTo: string = '/',
  { createAccount = false }: { createAccount?: boolean } = {},
): string {
  const query = new URLSearchParams()
  if (createAccount) query.set('screen', 'create')
  if (returnTo !== '/') query.set('returnTo', returnTo)
  return query.size === 0 ? LOGIN_PATH : `${LOGIN_PATH}?${query.toString()}`
}

/** Where to send a person whose sign-in is too old for what they do (`auth.stale`). */
export const signInAgainUrl = (returnTo: string): string =>
  `${LOGIN_PATH}?${new URLSearchParams({ screen: 'again', returnTo }).toString()}`

export const RENDITION_FORMATS = ['avif', 'webp'] as const
export type RenditionFormat = (typeof RENDITION_FORMATS)[number]

/** `signature` is that of the picture: it opens private files for some minutes. */
export const renditionUrl = (
  mediaId: string,
  width: number,
  format: RenditionFormat,
  signature = '',
) => `/media/${mediaId}/${width}.${format}${signature}`

/** We show a rendition up to a tenth larger than it is. Nobody notices, and phones load smaller files. */
const STRETCH = 1.1

/** The `srcset` of a picture in one format. */
export const srcsetOf = (
  { id, renditions, signature }: { id: string; renditions: readonly number[]; signature?: string },
  format: RenditionFormat,
) =>
  renditions
    .map((width) => `${renditionUrl(id, width, format, signature)} ${Math.round(width * STRETCH)}w`)
    .join(', ')

export const originalUrl = (mediaId: string, extension: string) =>
  `/media/${mediaId}/original.${extension}`

/**
 * Resumable uploads by the tus protocol (1.0.0: creation, termination). `Upload-Metadata` carries `filename`. Once all
 * bytes are there, `finishUpload` makes media of them.
 */
export const UPLOADS_PATH = '/api/uploads'

/** Server-sent events for a signed-in person: every `data` is a LiveEvent. */
export const LIVE_PATH = '/api/live'
