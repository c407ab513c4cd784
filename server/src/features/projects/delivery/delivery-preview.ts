import { deliveredKey, deliveryPreviewKey } from '../../../core/media/media-rules.ts'
import { isPermanent } from '../../../core/media/processing/media-jobs.ts'
import type { Deps } from '../../../deps.ts'
import { withTempFile } from '../../../gateways/process/temp-files.ts'
import { AppError } from '../../../http/errors.ts'
import {
  findUnseen,
  markPreview,
  type PreviewEnd,
  type Unseen,
} from './delivery-preview-queries.ts'

export type PreviewDeps = Pick<
  Deps,
  'db' | 'env' | 'live' | 'storage' | 'imaging' | 'video' | 'documents'
>

/** Makes what a client may look at before the rest is paid. The file itself is whole, whatever becomes of this. */
export async function makePreview(
  deps: PreviewDeps,
  fileId: string,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const unseen = await findUnseen(deps.db, fileId)
  if (unseen === undefined) return
  try {
    await end(deps, fileId, await draw(deps, fileId, unseen))
  } catch (error) {
    const isFinal = isPermanent(error)
    if (isFinal || isLastAttempt) await end(deps, fileId, 'failed')
    if (!isFinal) throw error
  }
}

/** Of a file that is gone meanwhile nothing stays. */
async function end(
  { db, live, storage }: PreviewDeps,
  fileId: string,
  how: PreviewEnd,
): Promise<void> {
  const shown = await markPreview(db, fileId, how)
  if (shown === undefined) await storage.remove(deliveryPreviewKey(fileId))
  else live.projectMoved(shown.projectId, shown.userIds)
}

const draw = (deps: PreviewDeps, fileId: string, unseen: Unseen): Promise<PreviewEnd> =>
  withTempFile(deps.env.dataDir, async (file) => {
    if (!(await deps.storage.fetch(deliveredKey(fileId), file))) {
      throw new AppError('media.unreadable', 'The file of this delivery is lost.')
    }
    return withPicture(deps, unseen, file, (picture) =>
      withTempFile(deps.env.dataDir, async (preview) => {
        const size = await deps.imaging.preview(picture, preview)
        if (size === null) return 'none'
        await deps.storage.putFile(deliveryPreviewKey(fileId), preview)
        return size
      }),
    )
  })

/** Lends the picture of a file: itself, a frame, or its first page. */
async function withPicture<T>(
  { env, video, documents }: PreviewDeps,
  { kind, fileName }: Unseen,
  file: string,
  use: (picture: string) => Promise<T>,
): Promise<T> {
  if (kind === 'image') return use(file)
  return withTempFile(env.dataDir, async (picture) => {
    if (kind === 'video') await video.poster(file, picture)
    else await documents.picture(file, picture, { fileName })
    return use(picture)
  })
}
