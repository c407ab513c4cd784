import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { MAX_CAPTIONS_BYTES } from '@plinth/contract/limits.ts'
import { toWebVtt } from '../../../gateways/av/captions.ts'
import { AppError, notFound, orNotFound } from '../../../http/errors.ts'
import { upToLimit } from '../intake/body.ts'
import { dropCaptions, lockMedia } from '../media-queries.ts'
import { CAPTIONS } from '../names.ts'
import type { MediaDeps } from '../objects.ts'
import { renditionKey } from '../media-rules.ts'
import { saveRenditions } from '../processing/processing-queries.ts'

interface OwnedMedia {
  mediaId: string
  ownerId: string
}

/** Reads uploaded captions, up to the size limit. */
export function receiveCaptions(body: Readable, announcedBytes: number): Promise<Buffer> {
  const limit = { maxBytes: MAX_CAPTIONS_BYTES, announcedBytes, refuse: tooLarge }
  return buffer(upToLimit(body, limit))
}

/** Replaces the captions of a video. The row is locked, so that concurrent requests run one after the other. */
export async function putCaptions(
  deps: MediaDeps,
  media: OwnedMedia,
  source: Buffer,
): Promise<void> {
  const { mediaId } = media
  await deps.db.transaction().execute(async (trx) => {
    const kind = orNotFound(await lockMedia(trx, media))
    if (kind !== 'video') throw new AppError('conflict', 'Only videos can have captions.')
    const captions = Buffer.from(toWebVtt(source))
    await deps.storage.put(renditionKey(mediaId, CAPTIONS), captions)
    const file = { name: CAPTIONS, width: null, height: null, bytes: captions.length }
    await saveRenditions(trx, mediaId, { change: { hasCaptions: true }, files: [file] })
  })
}

export async function removeCaptions(deps: MediaDeps, media: OwnedMedia): Promise<void> {
  const { mediaId } = media
  await deps.db.transaction().execute(async (trx) => {
    if ((await lockMedia(trx, media)) === null) throw notFound()
    await dropCaptions(trx, mediaId)
    await deps.storage.remove(renditionKey(mediaId, CAPTIONS))
  })
}

const tooLarge = () =>
  new AppError(
    'media.too_large',
    `These captions are larger than ${MAX_CAPTIONS_BYTES / 1024 ** 2} MB. Send the captions of one video.`,
  )
