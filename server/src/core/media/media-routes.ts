import * as endpoints from '@plinth/contract/media/media.ts'
import type { Context } from '../../deps.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import { putCaptions, receiveCaptions, removeCaptions } from './serving/captions.ts'
import { registerMediaFiles } from './serving/media-file-routes.ts'
import { registerMarking } from './processing/marking.ts'
import { registerMediaJobs } from './processing/media-jobs.ts'
import { registerOlderFiles } from './blocks/look-jobs.ts'
import { removeObjects } from './objects.ts'
import { deleteMedia, findMedia, restartMedia, setMediaAlt, findReceipt } from './media-queries.ts'
import { receiptOf } from './receipt.ts'
import { REMOVE, RENDER, RENDER_LARGE } from './media-rules.ts'
import { mediaView } from './media-view.ts'

/** Routes for one's own files, the jobs that process them, and the files themselves. */
export function registerMedia({ app, mount, deps }: Context): void {
  const { db, jobs, live } = deps
  registerMediaJobs(app, deps)
  registerMarking(app, deps)
  registerOlderFiles(deps)
  registerMediaFiles(app, deps)

  const readMedia = async (mediaId: string, ownerId: string): Promise<endpoints.Media> => {
    const row = orNotFound(await findMedia(db, { mediaId, ownerId }))
    return mediaView(row)
  }

  mount(endpoints.getMedia, ({ params, viewer }) => readMedia(params.id, viewer.id))

  mount(endpoints.updateMedia, async ({ params, body, viewer }) => {
    await setMediaAlt(db, { mediaId: params.id, ownerId: viewer.id, alt: body.alt })
    return readMedia(params.id, viewer.id)
  })

  mount(endpoints.retryMedia, async ({ params, viewer }) => {
    const state = await db.transaction().execute(async (trx) => {
      const restarted = orNotFound(
        await restartMedia(trx, { mediaId: params.id, ownerId: viewer.id }),
      )
      if (restarted.state === null) throw new AppError('conflict', 'This upload hasn’t failed.')
      const job = restarted.state === 'ready' ? RENDER_LARGE : RENDER
      await jobs.send(trx, job, { mediaId: params.id })
      return restarted.state
    })
    live.mediaMoved(params.id, viewer.id, state)
    return readMedia(params.id, viewer.id)
  })

  mount(endpoints.getReceipt, async ({ params, viewer }) => {
    const key = { mediaId: params.id, ownerId: viewer.id }
    const row = orNotFound(await findReceipt(db, key))
    return receiptOf(row, await readMedia(params.id, viewer.id))
  })

  mount(endpoints.putCaptions, async ({ body, params, viewer, request }) => {
    const announcedBytes = Number(request.headers['content-length'] ?? 0)
    const sent = await receiveCaptions(body, announcedBytes)
    await putCaptions(deps, { mediaId: params.id, ownerId: viewer.id }, sent)
    return readMedia(params.id, viewer.id)
  })

  mount(endpoints.deleteCaptions, async ({ params, viewer }) => {
    await removeCaptions(deps, { mediaId: params.id, ownerId: viewer.id })
    return readMedia(params.id, viewer.id)
  })

  mount(endpoints.deleteMedia, async ({ params, viewer, request }) => {
    await db.transaction().execute(async (trx) => {
      const deleted = orNotFound(await deleteMedia(trx, { mediaId: params.id, ownerId: viewer.id }))
      if (!deleted) {
        throw new AppError(
          'conflict',
          'This file is in use. Delete the work or post first, or take it off its board.',
        )
      }
      await jobs.send(trx, REMOVE, { mediaId: params.id })
    })
    // Removed right away, so that the URLs are dead once this returns. The job covers the case that it fails.
    await removeObjects(deps, params.id).catch((error: unknown) =>
      request.log.warn({ err: error }, 'objects are left to the job'),
    )
    return null
  })
}
