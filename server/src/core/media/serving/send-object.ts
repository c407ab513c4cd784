import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StorageGateway } from '../../../gateways/storage/storage.ts'
import { notFound } from '../../../http/errors.ts'
import { parseRange } from './byte-range.ts'

/** As long as one signed link is given out; it may be everybody's or nobody's afterwards. */
export const FOR_ITS_READER = 'private, max-age=300'

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
