import type { FastifyInstance } from 'fastify'
import { deliveredKey, deliveryPreviewKey } from '../../../core/media/media-rules.ts'
import {
  expiresOf,
  isExpired,
  isSigned,
  type LinkQuery,
} from '../../../core/media/serving/access.ts'
import { attachmentAs, isMediaId } from '../../../core/media/names.ts'
import { PRIVATE_CACHE, sendObject } from '../../../core/media/serving/send.ts'
import type { Deps } from '../../../deps.ts'
import { AppError, notFound } from '../../../http/errors.ts'
import { findLinkedFile, type LinkedFile } from './delivery-link-queries.ts'
import { DELIVERY_PATH, ORIGINAL_NAME, PREVIEW_NAME } from './delivery-names.ts'

interface Route {
  Params: { id: string; name: string }
  Querystring: LinkQuery
}

interface Served {
  object: (fileId: string) => string
  headersOf: (file: LinkedFile) => Record<string, string>
}

const SERVED = new Map<string, Served>([
  [
    ORIGINAL_NAME,
    {
      object: deliveredKey,
      headersOf: ({ fileName, contentType }) => ({
        'content-type': contentType,
        // Opened on our own origin it could act there.
        'content-disposition': attachmentAs(fileName),
      }),
    },
  ],
  [
    PREVIEW_NAME,
    {
      object: deliveryPreviewKey,
      headersOf: () => ({ 'content-type': 'image/webp', 'content-disposition': 'inline' }),
    },
  ],
])

/**
 * Delivered files and their previews, to who holds a link: the room's JSON has one for whoever may see the file now,
 * and it opens that one file for some minutes.
 */
export function registerDeliveryFiles(
  app: FastifyInstance,
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
): void {
  app.route<Route>({
    method: ['GET', 'HEAD'],
    url: `${DELIVERY_PATH}:id/:name`,
    schema: { hide: true },
    config: { rateLimit: false },
    handler: async (request, reply) => {
      const { params, query } = request
      const served = isMediaId(params.id) ? SERVED.get(params.name) : undefined
      if (served === undefined) throw notFound()
      const which = { fileId: params.id, name: params.name, expires: expiresOf(query) }
      const file = await findLinkedFile(db, which)
      // Whoever has no link of ours cannot tell a locked file from one that never was.
      if (file === undefined || !isSigned(query, file.signature)) throw notFound()
      if (isExpired(query)) throw over()
      const key = served.object(params.id)
      const size = await storage.size(key)
      if (size === null) throw notFound()
      const etag = `"${params.id}-${params.name}"`
      void reply.headers({
        ...served.headersOf(file),
        'cache-control': PRIVATE_CACHE,
        etag,
        'accept-ranges': 'bytes',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return sendObject(request, reply, { storage, key, size, etag })
    },
  })
}

const over = () =>
  new AppError('auth.forbidden', 'This link is not good any more. Open the project again.')
