import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../http/errors.ts'
import { parseRange } from './byte-range.ts'
import { checkAccess, type Admitted, type LinkQuery } from './media-access.ts'
import { attachment, CAPTIONS, fileOfName, isMediaId, type NamedFile } from './media-names.ts'
import type { MediaDeps } from './media-objects.ts'
import { madeKey, originalKey } from './media-rules.ts'

interface Route {
  Params: { id: string; name: string }
  /** `download` sends an original as a file to keep, under its own name. */
  Querystring: LinkQuery & { download?: unknown }
}

const FOR_GOOD = 'public, max-age=31536000, immutable'
/** As long as one signed link is given out; it may be everybody's or nobody's afterwards. */
const FOR_ITS_READER = 'private, max-age=300'

/** The files themselves. What has this URL never changes, so nobody asks twice for what everybody may see. */
export function registerMediaFiles(
  app: FastifyInstance,
  { db, storage }: Pick<MediaDeps, 'db' | 'storage'>,
): void {
  app.route<Route>({
    method: ['GET', 'HEAD'],
    url: '/media/:id/:name',
    schema: { hide: true },
    config: { rateLimit: false },
    handler: async (request, reply) => {
      const { id, name } = request.params
      const file = isMediaId(id) ? fileOfName(name) : null
      if (file === null) throw notFound()
      const admitted = await checkAccess(db, { mediaId: id, name, query: request.query })
      // Captions that were taken off, whether their object is gone already or not.
      if (name === CAPTIONS && admitted.version === null) throw notFound()
      const key = file.original === null ? madeKey(id, name) : originalKey(id, file.original)
      const size = await storage.size(key)
      if (size === null) throw notFound()
      const etag = `"${id}-${name}${admitted.version === null ? '' : `-${admitted.version}`}"`
      void reply.headers({
        'cache-control': cachingOf(admitted),
        etag,
        'accept-ranges': 'bytes',
        'content-type': file.contentType,
        'content-disposition': dispositionOf(request, file, admitted),
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return sendBytes(request, reply, { storage, key, size, etag })
    },
  })
}

function cachingOf({ isPrivate, version }: Admitted): string {
  if (version !== null) return `${isPrivate ? 'private' : 'public'}, no-cache`
  return isPrivate ? FOR_ITS_READER : FOR_GOOD
}

function dispositionOf(
  { params, query }: Pick<FastifyRequest<Route>, 'params' | 'query'>,
  file: NamedFile,
  { fileName }: Admitted,
): string {
  const isKept = file.isAttachment || query.download !== undefined
  if (file.original !== null && isKept) return attachment(fileName, file.original)
  return `inline; filename="${params.id}-${params.name}"`
}

async function sendBytes(
  request: Pick<FastifyRequest, 'headers' | 'method'>,
  reply: FastifyReply,
  file: { storage: MediaDeps['storage']; key: string; size: number; etag: string },
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
