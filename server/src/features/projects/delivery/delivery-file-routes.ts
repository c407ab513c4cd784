import type { FastifyInstance } from 'fastify'
import {
  deliveredKey,
  deliveryPictureKey,
  deliveryPreviewKey,
  deliveryProofKey,
  PROOF_NAMES,
} from '../../../core/media/media-rules.ts'
import {
  expiresOf,
  isExpired,
  isSigned,
  type LinkQuery,
} from '../../../core/media/serving/access.ts'
import { attachmentAs, isMediaId } from '../../../core/media/names.ts'
import { PRIVATE_CACHE, sendObject } from '../../../core/media/serving/send.ts'
import type { Deps, Context } from '../../../deps.ts'
import { AppError, notFound, orNotFound } from '../../../http/errors.ts'
import {
  findLinkedFile,
  type LinkedFile,
  findOpenFiles,
  type ArchivedFile,
} from './delivery-queries.ts'
import { DELIVERY_PATH, ORIGINAL_NAME, PICTURE_NAME, PREVIEW_NAME } from './delivery-sql.ts'
import { deliveryArchiveUrl } from '@plinth/contract/projects/project-calls.ts'
import { archiveName, archiveNames } from '../../../core/media/names.ts'
import { zipStream, type ZipEntry } from '../../../gateways/zip.ts'
import { FILE_POLICY } from '../../../http/security.ts'
import { viewerOf } from '../../../http/viewer.ts'

interface Route {
  Params: { id: string; name: string }
  Querystring: LinkQuery
}

const PROOF_TYPES = { '.mp4': 'video/mp4', '.m4a': 'audio/mp4', '.webp': 'image/webp' } as const

interface Served {
  object: (fileId: string, part?: string) => string
  headersOf: (file: LinkedFile) => Record<string, string>
}

const shownAs =
  (contentType: string) =>
  (object: Served['object']): Served => ({
    object,
    headersOf: () => ({ 'content-type': contentType, 'content-disposition': 'inline' }),
  })
const smallCopy = shownAs('image/webp')

const proofs = Object.values(PROOF_NAMES).flatMap(({ marked, plain }) =>
  [marked, plain].map((name): [string, Served] => [
    name,
    shownAs(PROOF_TYPES[name.slice(name.lastIndexOf('.')) as keyof typeof PROOF_TYPES])(
      (fileId, part) => deliveryProofKey(fileId, name, part),
    ),
  ]),
)

const PART =
  /^(?:(?<pages>page|page-plain)-(?<page>[1-9]\d{0,2})|(?<tiles>tile|tile-plain)-(?<tile>\d{1,2}-\d{1,3}-\d{1,3}))\.webp$/

/** The name that a link is signed for, and which page or tile of it is asked for. */
function partOf(name: string): { name: string; part?: string } {
  const { pages, page, tiles, tile } = PART.exec(name)?.groups ?? {}
  const [stem, part] = [pages ?? tiles, page ?? tile]
  return stem === undefined || part === undefined ? { name } : { name: `${stem}.webp`, part }
}

const SERVED = new Map<string, Served>([
  [
    ORIGINAL_NAME,
    {
      object: deliveredKey,
      headersOf: ({ fileName, contentType }) => ({
        'content-type': contentType,
        // Opened on our own origin, a file could run scripts there.
        'content-disposition': attachmentAs(fileName),
      }),
    },
  ],
  [PREVIEW_NAME, smallCopy(deliveryPreviewKey)],
  [PICTURE_NAME, smallCopy(deliveryPictureKey)],
  ...proofs,
])

/**
 * Serves delivered files and their previews to whoever has a link. The room's JSON contains a link for people who may
 * see the file now; it opens that one file for some minutes.
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
      const asked = partOf(params.name)
      const served = orNotFound(isMediaId(params.id) ? SERVED.get(asked.name) : undefined)
      // One link opens all pages of a document, or all tiles of a picture.
      const which = { fileId: params.id, name: asked.name, expires: expiresOf(query) }
      const file = await findLinkedFile(db, which)
      // Without a valid link, a locked file looks like one that does not exist.
      if (file === undefined || !isSigned(query, file.signature)) throw notFound()
      if (isExpired(query)) throw over()
      const key = served.object(params.id, asked.part)
      const size = orNotFound(await storage.size(key))
      const etag = `"${params.id}-${params.name}"`
      void reply.headers({
        ...served.headersOf(file),
        'cache-control': PRIVATE_CACHE,
        etag,
        'accept-ranges': 'bytes',
        'content-security-policy': FILE_POLICY,
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return sendObject(request, reply, { storage, key, size, etag })
    },
  })
}

const over = () => new AppError('auth.forbidden', 'This link has expired. Reload the project.')

interface ArchiveRoute {
  Params: { id: string; deliveryId: string }
}

/**
 * Serves all files of a delivery as one archive to people whom they are handed over to. For everybody else it does not
 * exist.
 */
export function registerDeliveryArchives({ app, mount, deps }: Context): void {
  const { db, storage } = deps
  app.get<ArchiveRoute>(
    deliveryArchiveUrl(':id', ':deliveryId'),
    // A HEAD request would pack everything.
    { ...mount.guard({ access: 'member' }), schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const [projectId, deliveryId] = [request.params.id, request.params.deliveryId]
      if (!isMediaId(projectId) || !isMediaId(deliveryId)) throw notFound()
      const files = await findOpenFiles(db, { projectId, deliveryId, viewerId: viewer.id })
      const [first] = files
      if (first === undefined) throw notFound()
      void reply.headers({
        'content-type': 'application/zip',
        'content-disposition': attachmentAs(
          `${archiveName(first.title)}, delivery ${first.number}.zip`,
        ),
        'cache-control': 'private, no-store',
        // It is packed anew each time, so ranges are not supported.
        'accept-ranges': 'none',
        'x-content-type-options': 'nosniff',
      })
      return reply.send(zipStream(entriesOf(storage, files)))
    },
  )
}

async function* entriesOf(
  storage: Deps['storage'],
  files: readonly ArchivedFile[],
): AsyncGenerator<ZipEntry> {
  const names = archiveNames(files.map(({ fileName }) => fileName))
  for (const [at, { id, bytes, deliveredAt }] of files.entries()) {
    yield {
      name: names[at] ?? id,
      bytes,
      at: deliveredAt,
      open: async () => {
        const object = await storage.open(deliveredKey(id))
        // The browser reports an archive that breaks off, but not one that lacks a file.
        if (object === null) throw new Error(`delivered file ${id} has no object`)
        return object.stream
      },
    }
  }
}
