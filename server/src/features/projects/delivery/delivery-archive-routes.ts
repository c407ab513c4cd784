import { deliveryArchiveUrl } from '@plinth/contract/projects/project-calls.ts'
import { archiveName, archiveNames, attachmentAs, isMediaId } from '../../../core/media/names.ts'
import { deliveredKey } from '../../../core/media/media-rules.ts'
import type { Context, Deps } from '../../../deps.ts'
import { zipStream, type ZipEntry } from '../../../gateways/zip.ts'
import { notFound } from '../../../http/errors.ts'
import { sessionEnded } from '../../../http/mount.ts'
import { tokenHashOf } from '../../../http/viewer.ts'
import { findOpenFiles, type ArchivedFile } from './delivery-archive-queries.ts'

interface Route {
  Params: { id: string; deliveryId: string }
}

/** All files of a delivery as one archive, to those whom they are handed over to. To all others it is not there. */
export function registerDeliveryArchives({ app, deps, cookies, findViewer }: Context): void {
  const { db, storage } = deps
  app.get<Route>(
    deliveryArchiveUrl(':id', ':deliveryId'),
    // Asking for the head alone would pack everything.
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const hash = tokenHashOf(request, cookies)
      const viewer = hash === null ? null : await findViewer(hash)
      if (viewer === null) throw sessionEnded(cookies)
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
        // It is packed anew each time: no part of it is asked for again.
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
        // An archive that breaks off is told by the browser; one that lacks a file would not be.
        if (object === null) throw new Error(`delivered file ${id} has no object`)
        return object.stream
      },
    }
  }
}
