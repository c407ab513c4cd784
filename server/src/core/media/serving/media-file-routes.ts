import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileCaching } from '../../../http/caching.ts'
import { isTrainingCrawler } from '../../../http/crawlers.ts'
import { AppError, notFound, orNotFound } from '../../../http/errors.ts'
import { reservationHeaders } from '../../../http/reservation.ts'
import { FILE_POLICY } from '../../../http/security.ts'
import { checkAccess, type Admitted, type LinkQuery } from './access.ts'
import { attachment, CAPTIONS, fileOfName, isMediaId, type NamedFile } from '../names.ts'
import type { MediaDeps } from '../objects.ts'
import { renditionKey, originalKey } from '../media-rules.ts'
import { PRIVATE_CACHE, sendObject } from './send.ts'

interface Route {
  Params: { id: string; name: string }
  /** `download` sends an original as an attachment under its own name. */
  Querystring: LinkQuery & { download?: unknown }
}

/**
 * Serves the files. What a URL shows never changes, so browsers can cache public files forever; shared caches are told
 * when a file is private or gone. What a rendition says
 * about rights can change; its ETag does, too.
 */
export function registerMediaFiles(
  app: FastifyInstance,
  { db, storage, env }: Pick<MediaDeps, 'db' | 'storage' | 'env'>,
): void {
  const cachingOf = (
    { params, url }: FastifyRequest<Route>,
    { isPrivate, isReserved, version }: Admitted,
  ): Record<string, string> => {
    if (version !== null)
      return { 'cache-control': `${isPrivate ? 'private' : 'public'}, no-cache` }
    if (isPrivate) return { 'cache-control': PRIVATE_CACHE }
    const style = env.cachePurge?.style ?? null
    return fileCaching(style, { id: params.id, isReserved, hasQuery: url.includes('?') })
  }

  app.route<Route>({
    method: ['GET', 'HEAD'],
    url: '/media/:id/:name',
    schema: { hide: true },
    config: { rateLimit: false },
    handler: async (request, reply) => {
      const { id, name } = request.params
      const file = orNotFound(isMediaId(id) ? fileOfName(name) : null)
      const admitted = await checkAccess(db, { mediaId: id, name, query: request.query })
      if (admitted.isReserved && isTrainingCrawler(request.headers['user-agent'])) throw reserved()
      // The captions were deleted, whether their object is removed already or not.
      if (name === CAPTIONS && admitted.version === null) throw notFound()
      const key = file.original === null ? renditionKey(id, name) : originalKey(id, file.original)
      const size = orNotFound(await storage.size(key))
      const etag = `"${[id, name, ...versionOf(file, admitted)].join('-')}"`
      void reply.headers({
        ...cachingOf(request, admitted),
        etag,
        'accept-ranges': 'bytes',
        'content-type': file.contentType,
        'content-disposition': dispositionOf(request, file, admitted),
        'content-security-policy': FILE_POLICY,
        // Other sites may show what everybody may see.
        'cross-origin-resource-policy': admitted.isPrivate ? 'same-origin' : 'cross-origin',
        'x-content-type-options': 'nosniff',
        ...reservationHeaders(admitted.isReserved, env.publicUrl),
      })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return sendObject(request, reply, { storage, key, size, etag })
    },
  })
}

const reserved = () =>
  new AppError('auth.forbidden', 'Its creator keeps this file out of AI training.')
/** Parts of the ETag that change with the file. */
function versionOf(file: NamedFile, { version, carriesReservation }: Admitted): string[] {
  if (version !== null) return [version]
  if (file.original !== null || carriesReservation === null) return []
  return [carriesReservation ? 'reserved' : 'free']
}

function dispositionOf(
  { params, query }: Pick<FastifyRequest<Route>, 'params' | 'query'>,
  file: NamedFile,
  { fileName }: Admitted,
): string {
  const isDownload = file.isAttachment || query.download !== undefined
  if (file.original !== null && isDownload) return attachment(fileName, file.original)
  return `inline; filename="${params.id}-${params.name}"`
}
