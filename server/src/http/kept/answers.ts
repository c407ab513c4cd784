import { validateHeaderValue } from 'node:http'
import type { FastifyReply } from 'fastify'
import { REQUEST_ID_HEADER } from '../logging.ts'
import { routeLabel } from '../operating/metrics.ts'
import type { Bodies } from './encodings.ts'

/** An answer that is the same for every visitor, as it went out last. */
export interface KeptAnswer {
  /** As `performance.now()` tells it, which no change of the machine’s clock moves. */
  until: number
  /** Names and values in turn, as Node takes them without looking at each again. */
  headers: readonly string[]
  etag: string | null
  bodies: Bodies
  /** Of the body as it is kept. */
  bytes: number
  /** The pattern of its route, for the metrics. */
  route: string
  /** Whether it counts towards the limit of requests, as its route does. */
  isLimited: boolean
}

/** Nothing of a member may come in here. */
export interface KeptAnswers {
  /** Sends the same answer, with the reply's headers as they are now, to visitors of this address until then. */
  keep: (reply: FastifyReply, answer: Pick<KeptAnswer, 'bodies' | 'bytes' | 'until'>) => void
  /** What a visitor of this address gets; null if it has to be made. */
  find: (url: string) => KeptAnswer | null
  clear: () => void
}

const MAX_ANSWERS = 1_000
/** Pages are the same bytes that are kept for drawing them again. */
const MAX_BYTES = 32 * 1024 * 1024
/** What is true of one answer only, or is added to each. */
const OWN_HEADERS = new Set([REQUEST_ID_HEADER, 'content-length', 'content-encoding', 'vary'])

/** Keeps answers for visitors; nothing at all unless `isOn`. `sendKeptAnswers` sends them again. */
export function createKeptAnswers({ isOn }: { isOn: boolean }): KeptAnswers {
  const answers = new Map<string, KeptAnswer>()
  let bytes = 0
  let clearedAt = 0

  const forget = (url: string) => {
    bytes -= answers.get(url)?.bytes ?? 0
    answers.delete(url)
  }

  return {
    keep: (reply, { bodies, bytes: size, until }) => {
      // What was read before a change may not know of it.
      if (!isOn || performance.now() - reply.elapsedTime < clearedAt) return
      const { url, routeOptions } = reply.request
      const headers = reply.getHeaders()
      // A cookie is for one browser.
      if (headers['set-cookie'] !== undefined) return
      const flatHeaders = flat(headers)
      forget(url)
      bytes += size
      answers.set(url, {
        until,
        bytes: size,
        headers: flatHeaders,
        etag: typeof headers.etag === 'string' ? headers.etag : null,
        bodies,
        route: routeLabel(reply.request),
        isLimited: routeOptions.config.rateLimit !== false,
      })
      // A map keeps insertion order, so the oldest come first.
      for (const [oldest, answer] of answers) {
        const isRoom = answers.size <= MAX_ANSWERS && bytes <= MAX_BYTES
        if (isRoom && answer.until > performance.now()) return
        forget(oldest)
      }
    },
    find: (url) => {
      const known = answers.get(url)
      return known === undefined || known.until <= performance.now() ? null : known
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

/**
 * Throws for a value that Node would refuse to send. Here Fastify answers with an error, as it does without us; when the
 * answer is sent again, nobody would catch it.
 */
function flat(headers: ReturnType<FastifyReply['getHeaders']>): string[] {
  const vary = typeof headers['vary'] === 'string' ? `${headers['vary']}, ${ENCODING}` : ENCODING
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || OWN_HEADERS.has(name)) return []
    const text = String(value)
    validateHeaderValue(name, text)
    return [name, text]
  })
  return [...kept, 'vary', vary]
}
