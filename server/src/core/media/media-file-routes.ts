import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StorageGateway } from '../../gateways/storage.ts'
import { notFound } from '../../http/errors.ts'
import { parseRange } from './byte-range.ts'
import { fileOfName } from './media-rules.ts'

interface Params {
  id: string
  name: string
}

/**
 * The files themselves. What has this URL never changes, so nobody asks twice; whether it exists is
 * asked of the storage alone, because deletion removes the objects before it answers.
 */
export function registerMediaFiles(app: FastifyInstance, storage: StorageGateway): void {
  app.route<{ Params: Params }>({
    method: ['GET', 'HEAD'],
    url: '/media/:id/:name',
    schema: { hide: true },
    config: { rateLimit: false },
    handler: async (request, reply) => {
      const { id, name } = request.params
      const file = fileOfName(id, name)
      const size = file === null ? null : await storage.size(file.key)
      if (file === null || size === null) throw notFound()
      const etag = `"${id}-${name}"`
      void reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        etag,
        'accept-ranges': 'bytes',
        'content-type': file.contentType,
        'content-disposition': `inline; filename="${id}-${name}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return sendBytes(request, reply, { storage, key: file.key, size, etag })
    },
  })
}

async function sendBytes(
  request: FastifyRequest,
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
