import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StorageGateway } from '../../../gateways/storage/storage.ts'
import { notFound } from '../../../http/errors.ts'

/** As long as one signed link is given out; it may be everybody's or nobody's afterwards. */
export const PRIVATE_CACHE = 'private, max-age=300'

/** Answers with a stored object, or with the part of it that was asked for; its headers are the caller's. */
export async function sendObject(
  request: Pick<FastifyRequest, 'headers' | 'method'>,
  reply: FastifyReply,
  file: { storage: StorageGateway; key: string; size: number; etag: string },
): Promise<FastifyReply> {
  const { storage, key, size, etag } = file
  const ifRange = request.headers['if-range']
  const asksPart = ifRange === undefined || ifRange === etag
  const range = asksPart ? parseRange(request.headers.range, size) : null
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).send()
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range !== null) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  void reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD') return reply.send()
  const object = await storage.open(key, { start, end })
  // Removed since its size was asked.
  if (object === null) throw notFound()
  return reply.send(object.stream)
}

export interface ByteRange {
  start: number
  /** Inclusive, as in HTTP. */
  end: number
}

/**
 * The one range that a `Range` header asks for. Null stands for the whole: no header, another unit,
 * several ranges or a header that makes no sense (RFC 9110, 14.2 lets a server ignore those).
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
