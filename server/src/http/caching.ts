import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Json } from './json.ts'
import type { CookieNames } from './viewer.ts'

/**
 * For caches between us and visitors. A page of works is at most a minute and a half old, as when something was taken
 * down. Our own screens ask again each time (`cache: 'no-cache'`), which costs a 304.
 */
const FOR_VISITORS = 'public, max-age=10, s-maxage=30, stale-while-revalidate=60'
const FOR_MEMBERS = 'private, no-store'
const VARY = 'Cookie, Authorization'
/** What is true of one caller only. */
const PERSONAL_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

export interface SharedAnswerOptions {
  cookies: CookieNames
  /** Takes an answer that every visitor may get, with its headers. */
  keep: (reply: FastifyReply, payload: Json) => void
}

/**
 * Lets shared caches keep the answer to an anonymous public read: an ETag, a short life, and 304
 * for what the caller has already. Errors keep `no-store`.
 */
export function shareAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  { cookies, keep }: SharedAnswerOptions,
): unknown {
  if (reply.statusCode !== 200) return payload
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  reply.header('vary', VARY)
  if (!isAnonymous(request, cookies)) {
    reply.header('cache-control', FOR_MEMBERS)
    return payload
  }
  for (const name of PERSONAL_HEADERS) reply.removeHeader(name)
  const etag = etagOf(payload)
  reply.headers({ 'cache-control': FOR_VISITORS, etag })
  if (request.method === 'GET') keep(reply, payload)
  if (!hasVersion(request.headers['if-none-match'], etag)) return payload
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return ''
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
