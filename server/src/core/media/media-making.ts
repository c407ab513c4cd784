import { createReadStream } from 'node:fs'
import { RENDITION_FORMATS } from '@plinth/contract/media.ts'
import { withTempFile, writeNewFile } from '../../gateways/temp-files.ts'
import { AppError } from '../../http/errors.ts'
import { removeRenditions, type MediaDeps } from './media-objects.ts'
import {
  originalKey,
  playKey,
  posterKey,
  READY_WIDTH,
  renditionKey,
  renditionWidths,
} from './media-rules.ts'
import { addRendition, setPlay, setPoster, startWork, type Work } from './media-work-queries.ts'

/** What is shown small goes first; wide renditions follow when the file is ready. */
export const isNarrow = (width: number): boolean => width <= READY_WIDTH
export const isWide = (width: number): boolean => !isNarrow(width)

/** Widths of this file that are not made yet. */
export const missingWidths = (work: Work): number[] =>
  renditionWidths(work).filter((width) => !work.rendition_widths.includes(width))

/** Makes the wanted widths that are missing, of a picture or of a video's poster. */
export async function makeRenditions(
  deps: MediaDeps,
  work: Work,
  isWanted: (width: number) => boolean,
): Promise<void> {
  const wanted = missingWidths(work).filter(isWanted)
  if (wanted.length === 0) return
  const key = work.kind === 'video' ? posterKey(work.id) : originalKey(work.id, work.extension)
  await withObject(deps, key, async (file) => {
    for (const width of wanted) {
      for (const format of RENDITION_FORMATS) {
        const rendition = await deps.imaging.render(file, { width, format })
        await deps.storage.put(renditionKey(work.id, width, format), rendition)
      }
      const isThere = await addRendition(deps.db, work.id, width)
      if (!isThere) return removeRenditions(deps.storage, work.id)
    }
  })
}

/** Makes the picture that stands for a video, unless it has one. */
export async function makePoster(deps: MediaDeps, work: Work): Promise<void> {
  const { db, env, imaging, storage, video } = deps
  if (work.thumbhash !== null) return
  await withObject(deps, originalKey(work.id, work.extension), (file) =>
    withTempFile(env.dataDir, async (poster) => {
      await video.poster(file, poster)
      const { thumbhash } = await imaging.inspect(poster)
      await storage.put(posterKey(work.id), createReadStream(poster))
      if (!(await setPoster(db, work.id, thumbhash))) await removeRenditions(storage, work.id)
    }),
  )
}

/** Makes what every browser plays of a video, unless there is such a file. Answers null when the video is gone. */
export async function makePlay(deps: MediaDeps, mediaId: string): Promise<Work | null> {
  const { db, env, storage, video } = deps
  const work = await startWork(db, mediaId)
  if (work === undefined) return null
  if (work.plays !== null) return work
  return withObject(deps, originalKey(mediaId, work.extension), (file) =>
    withTempFile(env.dataDir, async (play) => {
      await video.play(file, play, { durationMs: work.duration_ms ?? 0 })
      await storage.put(playKey(mediaId), createReadStream(play))
      if (await setPlay(db, mediaId)) return work
      await removeRenditions(storage, mediaId)
      return null
    }),
  )
}

async function withObject<T>(
  { env, storage }: MediaDeps,
  key: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return withTempFile(env.dataDir, async (file) => {
    const object = await storage.open(key)
    if (object === null) {
      throw new AppError('media.unreadable', 'The file of this upload is lost. Send it again.')
    }
    await writeNewFile(file, object.stream)
    return work(file)
  })
}
