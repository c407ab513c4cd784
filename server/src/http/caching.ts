import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CacheStyle } from '../env.ts'
import { tagOf } from '../gateways/purge.ts'
import type { Json } from './json.ts'
import type { CookieNames } from './viewer.ts'

/** Who may keep what: docs/caching.md. */
export interface CachingOptions {
  cookies: CookieNames
  /** The cache in front that is told what to forget; null where none is. */
  style: CacheStyle | null
}

export interface SharedAnswerOptions extends CachingOptions {
  /** Takes an answer that every visitor may get, with its headers. */
  keep: (reply: FastifyReply, payload: Json) => void
}

const FOR_MEMBERS = 'private, no-store'
const VARY = 'Cookie, Authorization'
/** Seconds for which a browser shows a list again without asking. Our own screens ask each time (`cache: 'no-cache'`). */
const BROWSER_SECONDS = 10
/** For caches between us and visitors: how long they keep an answer, and for how long they send it while they ask again. */
const WHOLE = 's-maxage=30, stale-while-revalidate=60'
/** The same where the cache is told of changes, but cannot find this answer by what is in it. */
const SHORT = 's-maxage=1'
/** More than these would be too long for a header. */
const MAX_TAGS = 500
const LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** Where each cache looks for tags. nginx has none. */
const TAG_HEADERS: Record<CacheStyle, { name: string; separator: string } | null> = {
  nginx: null,
  varnish: { name: 'xkey', separator: ' ' },
  fastly: { name: 'surrogate-key', separator: ' ' },
  cloudflare: { name: 'cache-tag', separator: ',' },
}

/** Drops how much of their limit a caller has left, from an answer that others get, too. */
export const dropLimits = (reply: FastifyReply): void => {
  for (const name of LIMIT_HEADERS) reply.removeHeader(name)
}

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/
const IDS = new RegExp(ID, 'g')

/** Whatever an answer shows has its id in it. */
function tagsIn(body: Json): string[] {
  const text = typeof body === 'string' ? body : body.toString('latin1')
  return [...new Set<string>((text.match(IDS) ?? []).map(tagOf))]
}

const tagHeader = (style: CacheStyle | null, tags: readonly string[]): Record<string, string> => {
  const header = style === null ? null : TAG_HEADERS[style]
  return header === null || tags.length === 0 ? {} : { [header.name]: tags.join(header.separator) }
}

/** Where a cache has tags, and how long it may keep an answer with this body. */
function sharingOf(
  style: CacheStyle | null,
  body: Json,
): { lifetime: string; tags: Record<string, string> } {
  if (style === null) return { lifetime: WHOLE, tags: {} }
  if (TAG_HEADERS[style] === null) return { lifetime: SHORT, tags: {} }
  const tags = tagsIn(body)
  return tags.length > MAX_TAGS
    ? { lifetime: SHORT, tags: {} }
    : { lifetime: WHOLE, tags: tagHeader(style, tags) }
}

/** Headers of a visitor's page. Browsers ask each time, and so see who signs in. */
export function pageCaching(style: CacheStyle | null, html: string): Record<string, string> {
  const { lifetime, tags } = sharingOf(style, html)
  return {
    'cache-control': `public, max-age=0, ${lifetime}`,
    etag: etagOf(Buffer.from(html)),
    vary: VARY,
    ...tags,
  }
}

/** Headers of a page that is for one person, of an error or of a redirect. */
export const PRIVATE_PAGE = { 'cache-control': FOR_MEMBERS }

const YEAR = 'max-age=31536000'

/** Headers of a file that everybody may see, at an address that always shows the same. */
export function fileCaching(
  style: CacheStyle | null,
  file: { id: string; isReserved: boolean; hasQuery: boolean },
): Record<string, string> {
  // A purge does not find other forms of an address. A cache that we do not know would send reserved files to crawlers.
  if (file.hasQuery || (style === null && file.isReserved))
    return { 'cache-control': `private, ${YEAR}, immutable` }
  // Nobody could make a cache that is not told anything forget it.
  if (style === null) return { 'cache-control': `public, ${YEAR}, s-maxage=3600, immutable` }
  return { 'cache-control': `public, ${YEAR}, immutable`, ...tagHeader(style, [tagOf(file.id)]) }
}

/**
 * Lets shared caches keep the answer to an anonymous public read: an ETag, a short life, and 304
 * for what the caller has already. Errors keep `no-store`.
 */
export function shareAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  { cookies, style, keep }: SharedAnswerOptions,
): unknown {
  if (reply.statusCode !== 200) return payload
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  reply.header('vary', VARY)
  if (!isAnonymous(request, cookies) || reply.hasHeader('set-cookie')) {
    reply.header('cache-control', FOR_MEMBERS)
    return payload
  }
  dropLimits(reply)
  const etag = etagOf(payload)
  const { lifetime, tags } = sharingOf(style, payload)
  reply.headers({
    'cache-control': `public, max-age=${BROWSER_SECONDS}, ${lifetime}`,
    etag,
    ...tags,
  })
  if (request.method === 'GET') keep(reply, payload)
  return hasVersion(request.headers['if-none-match'], etag) ? notModified(reply) : payload
}

/** Makes a 304 of an answer and returns its payload. */
export function notModified(reply: FastifyReply): string {
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return ''
}

/**
 * What holds for every answer that says `public`: none that sets a cookie or that a password opens is kept by a shared
 * cache. Texts outside the contract (feeds, the sitemap's index, embedded works) get an ETag, and the life
 * of a list if they show something that can be taken down.
 */
export function registerCaching(app: FastifyInstance, { cookies, style }: CachingOptions): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const control = reply.getHeader('cache-control')
    if (typeof control !== 'string' || !control.startsWith('public')) {
      done(null, payload)
      return
    }
    if (reply.hasHeader('set-cookie')) reply.header('cache-control', FOR_MEMBERS)
    else if (request.headers.authorization !== undefined) forOneOnly(reply, control)
    else if (isText(reply, payload)) {
      if (isAnonymous(request, cookies)) done(null, shareText(request, reply, { payload, style }))
      else {
        forOneOnly(reply, control)
        done(null, payload)
      }
      return
    } else if (reply.statusCode === 304 && !control.includes(YEAR) && !control.includes('s-maxage'))
      // A cache takes over the life that it says.
      reply.header('cache-control', `${control}, ${style === 'nginx' ? SHORT : WHOLE}`)
    done(null, payload)
  })
}

const forOneOnly = (reply: FastifyReply, control: string) =>
  reply.header('cache-control', control.replace('public', 'private').replace(/, s-maxage=\d+/, ''))

const isText = (reply: FastifyReply, payload: unknown): payload is string =>
  typeof payload === 'string' &&
  reply.statusCode === 200 &&
  !String(reply.getHeader('cache-control')).includes('s-maxage')

function shareText(
  request: FastifyRequest,
  reply: FastifyReply,
  { payload, style }: { payload: string; style: CacheStyle | null },
): string {
  dropLimits(reply)
  // Others, such as robots.txt, show nothing that could be taken down.
  if (ID.test(payload)) {
    const { lifetime, tags } = sharingOf(style, payload)
    const control = String(reply.getHeader('cache-control'))
    reply.headers({ 'cache-control': `${control}, ${lifetime}`, ...tags })
  }
  if (!reply.hasHeader('etag')) reply.header('etag', etagOf(payload))
  const isKnown = hasVersion(request.headers['if-none-match'], String(reply.getHeader('etag')))
  return isKnown ? notModified(reply) : payload
}

/** Whether the request could come from anybody. A password for a proxy in front of us tells who it is, too. */
export const isAnonymous = (
  { headers, cookies }: Pick<FastifyRequest, 'headers' | 'cookies'>,
  names: CookieNames,
): boolean => headers.authorization === undefined && !cookies[names.session]

/** Of pages that are kept, so that each is hashed once. */
const etags = new WeakMap<Buffer, string>()

function etagOf(json: Json): string {
  const known = typeof json === 'string' ? undefined : etags.get(json)
  if (known !== undefined) return known
  // Weak, because the same JSON is sent in several encodings.
  const etag = `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`
  if (typeof json !== 'string') etags.set(json, etag)
  return etag
}

/** Whether `If-None-Match` names this version. */
export const hasVersion = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => {
    const text = one.trim()
    return text === '*' || text === etag || `W/${text}` === etag
  })
