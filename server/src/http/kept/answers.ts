import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Bodies } from './encodings.ts'
import { hasVersion } from '../caching.ts'
import type { CookieNames } from '../viewer.ts'

interface KeptAnswer {
  /** In milliseconds since 1970. */
  until: number
  /** Names and values in turn, as Node takes them without looking at each again. */
  headers: string[]
  etag: string | null
  bodies: Bodies
  /** Of the body as it is; compressed ones are small beside it. */
  bytes: number
  /** Whether it counts towards the limit of requests, as its route does. */
  isLimited: boolean
}

/**
 * Answers that are the same for every visitor, as they went out last. They are sent before anything else is done for a
 * request, which costs a third less. Nothing of a member may come in here.
 */
export interface KeptAnswers {
  /** Sends the same answer, with the reply's headers as they are now, to visitors of this address until then. */
  keep: (reply: FastifyReply, answer: Pick<KeptAnswer, 'bodies' | 'bytes' | 'until'>) => void
  clear: () => void
}

const MAX_ANSWERS = 1_000
/** Most of it are pages, which are kept for drawing them again, too. */
const MAX_BYTES = 48 * 1024 * 1024
/** What is true of one answer only, or is added to each. */
const OWN_HEADERS = new Set(['x-request-id', 'content-length', 'content-encoding', 'vary'])

/** Call it once cookies are read, and before anything else that may answer or refuse a request. */
export function keepAnswers(
  app: FastifyInstance,
  { isOn, isLimited, cookies }: { isOn: boolean; isLimited: boolean; cookies: CookieNames },
): KeptAnswers {
  const answers = new Map<string, KeptAnswer>()
  let bytes = 0
  let clearedAt = 0
  let spend: ReturnType<FastifyInstance['createRateLimit']> | null = null

  const find = ({ method, url, headers, cookies: sent }: FastifyRequest): KeptAnswer | null => {
    if (method !== 'GET' || headers.authorization !== undefined) return null
    if (sent[cookies.session]) return null
    const known = answers.get(url)
    return known === undefined || known.until <= Date.now() ? null : known
  }

  const forget = (url: string) => {
    bytes -= answers.get(url)?.bytes ?? 0
    answers.delete(url)
  }

  /** Sends nothing if the limit is spent: the route itself then says so. */
  const send = async (
    { headers, etag, bodies, isLimited: counts }: KeptAnswer,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    if (counts && isLimited) {
      spend ??= app.createRateLimit()
      const spent = await spend(request)
      if (!spent.isAllowed && spent.isExceeded) return
    }
    const { raw } = reply
    const own = ['x-request-id', request.id]
    if (etag !== null && hasVersion(request.headers['if-none-match'], etag)) {
      reply.hijack()
      raw.writeHead(304, [...headers, ...own]).end()
      return
    }
    const body = await bodies(request.headers['accept-encoding'])
    if (body.encoding !== undefined) own.push('content-encoding', body.encoding)
    own.push('content-length', String(body.bytes.length))
    reply.hijack()
    raw.writeHead(200, [...headers, ...own]).end(body.bytes)
  }

  if (isOn) {
    app.addHook('onRequest', async (request, reply) => {
      const kept = find(request)
      if (kept !== null) await send(kept, request, reply)
    })
  }
  return {
    keep: (reply, { bodies, bytes: size, until }) => {
      // What was read before a change may not know of it.
      if (!isOn || performance.now() - reply.elapsedTime < clearedAt) return
      const { url, routeOptions } = reply.request
      const headers = reply.getHeaders()
      // A cookie is for one browser.
      if (headers['set-cookie'] !== undefined) return
      forget(url)
      bytes += size
      answers.set(url, {
        until,
        bytes: size,
        headers: flat(headers),
        etag: typeof headers.etag === 'string' ? headers.etag : null,
        bodies,
        isLimited: routeOptions.config.rateLimit !== false,
      })
      // A map keeps insertion order, so the oldest come first.
      for (const [oldest, answer] of answers) {
        const isRoom = answers.size <= MAX_ANSWERS && bytes <= MAX_BYTES
        if (isRoom && answer.until > Date.now()) return
        forget(oldest)
      }
    },
    clear: () => {
      clearedAt = performance.now()
      answers.clear()
      bytes = 0
    },
  }
}

/** Caches between us and visitors keep each encoding for itself. */
const ENCODING = 'accept-encoding'

function flat(headers: ReturnType<FastifyReply['getHeaders']>): string[] {
  const vary = typeof headers['vary'] === 'string' ? `${headers['vary']}, ${ENCODING}` : ENCODING
  const kept = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))
  return [
    ...kept.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)])),
    'vary',
    vary,
  ]
}
