import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StorageGateway } from '../../../gateways/storage/storage.ts'
import { notFound } from '../../../http/errors.ts'

/** As long as the same signed link is handed out; access may change afterwards. */
export const PRIVATE_CACHE = 'private, max-age=300'

/** Sends a stored object, or the range of it that was requested. The caller sets the other headers. */
export async function sendObject(
  request: Pick<FastifyRequest, 'headers' | 'method'>,
  reply: FastifyReply,
  file: { storage: StorageGateway; key: string; size: number; etag: string },
): Promise<FastifyReply> {
  const { storage, key, size, etag } = file
  const ifRange = request.headers['if-range']
  const mayBePartial = ifRange === undefined || ifRange === etag
  const range = mayBePartial ? parseRange(request.headers.range, size) : null
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).send()
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range !== null) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  void reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD') return reply.send()
  const object = await storage.open(key, { start, end })
  // It was removed after its size was read.
  if (object === null) throw notFound()
  if (object.size !== size) {
    // It was replaced after its size was read.
    object.stream.destroy()
    return sendObject(request, reply.code(200), { ...file, size: object.size })
  }
  return reply.send(object.stream)
}

interface ByteRange {
  start: number
  /** Inclusive, as in HTTP. */
  end: number
}

/**
 * The single range that a `Range` header asks for. Null means the whole file: no header, another unit, several ranges or
 * a malformed header, which a server may ignore (RFC 9110, 14.2).
 */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
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
