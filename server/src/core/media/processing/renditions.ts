import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ImageType } from '@plinth/contract/media/file-types.ts'
import { RENDITION_FORMATS } from '@plinth/contract/media/media.ts'
import { needsDecoding, packetOf, withPacket } from '../../../gateways/image/imaging.ts'
import { withTempFile, withTempFolder } from '../../../gateways/files.ts'
import { AppError } from '../../../http/errors.ts'
import { forEachConcurrently } from './concurrency.ts'
import { PLAY, POSTER, PREVIEW, renditionName } from '../names.ts'
import { removeRenditions, type MediaDeps } from '../objects.ts'
import { isTop, lacksPoster, missingWidths } from './plan.ts'
import { renditionKey, originalKey } from '../media-rules.ts'
import { saveRenditions, type Change, type Rendition, type Work } from './processing-queries.ts'

/** Tiles stored at the same time: each mostly waits for the disk or the network. */
const CONCURRENT_TILES = 8

/** Thrown when a file is deleted while it is processed: there is nothing left to do. */
export class MediaDeleted extends Error {}

/** Makes the poster of a file, unless there is one already, and the wanted widths of it. */
export async function makePosterSizes(
  deps: MediaDeps,
  work: Work,
  isWanted: (width: number) => boolean,
): Promise<void> {
  if (lacksPoster(work)) await makePoster(deps, work)
  if (!missingWidths(work).some(isWanted)) return
  await withObject(deps, renditionKey(work.id, POSTER), (file) =>
    makeRenditions(deps, work, file, isWanted),
  )
}

/** Calls `use` with the picture's original, decoded first where that is needed. */
export const withPicture = (
  deps: MediaDeps,
  work: Work,
  use: (file: string) => Promise<void>,
): Promise<void> =>
  withObject(deps, originalKey(work.id, work.extension), async (file) => {
    if (!needsDecoding(work.contentType as ImageType)) return use(file)
    await withTempFile(deps.env.dataDir, async (decoded) => {
      await deps.imaging.decode(file, decoded)
      await use(decoded)
    })
  })

/** Makes the missing renditions of the wanted widths, from a picture or a poster. */
export async function makeRenditions(
  deps: MediaDeps,
  work: Work,
  file: string,
  isWanted: (width: number) => boolean,
): Promise<void> {
  for (const width of missingWidths(work).filter(isWanted)) {
    const height = Math.max(1, Math.round((work.height * width) / work.width))
    const files: Rendition[] = []
    for (const format of RENDITION_FORMATS) {
      const options = { width, format, mark: markOf(work), isTop: isTop(work, width) }
      const name = renditionName(width, format)
      await withTempFile(deps.env.dataDir, async (rendition) => {
        const bytes = await deps.imaging.render(file, rendition, {
          ...options,
          isAnimated: work.isAnimated,
        })
        await deps.storage.putFile(renditionKey(work.id, name), rendition)
        files.push({ name, width, height, bytes })
      })
    }
    await record(deps, work, { width }, files)
  }
}

/** Cuts a picture into tiles for the 1:1 view. */
export async function makeTiles(deps: MediaDeps, work: Work, file: string): Promise<void> {
  await withTempFolder(deps.env.dataDir, async (folder) => {
    const names = await deps.imaging.tiles(file, folder, markOf(work))
    await forEachConcurrently(names, CONCURRENT_TILES, (name) =>
      deps.storage.putFile(renditionKey(work.id, name), path.join(folder, name)),
    )
    await record(deps, work, { hasTiles: true }, [])
  })
}

/** Makes a preview of a few silent seconds of a video. */
export async function makePreview(deps: MediaDeps, work: Work): Promise<void> {
  const { video } = deps
  await withOriginal(deps, work, async (file, output) => {
    await video.preview(file, output, { durationMs: work.durationMs ?? 0 })
    const bytes = await storeFile(deps, work, PREVIEW, output)
    const facts = { name: PREVIEW, width: null, height: null, bytes }
    await record(deps, work, { hasPreview: true }, [facts])
  })
}

/** Makes the copy of a video or sound that every browser plays. */
export async function makePlay(deps: MediaDeps, work: Work): Promise<void> {
  if (work.kind !== 'video' && work.kind !== 'audio') return
  const gateway = deps[work.kind]
  const name = PLAY[work.kind]
  await withOriginal(deps, work, async (file, output) => {
    await gateway.play(file, output, { durationMs: work.durationMs ?? 0 })
    const bytes = await storeFile(deps, work, name, output)
    await record(deps, work, { plays: 'play' }, [{ name, width: null, height: null, bytes }])
  })
}

async function makePoster(deps: MediaDeps, work: Work): Promise<void> {
  await withOriginal(deps, work, async (file, poster) => {
    await drawPoster(deps, work, file, poster)
    const packet = packetOf(work.rights, work.isReserved)
    await writeFile(poster, withPacket(await readFile(poster), 'jpeg', packet))
    const { width, height, thumbhash, palette } = await deps.imaging.inspect(poster)
    const bytes = await storeFile(deps, work, POSTER, poster)
    await record(deps, work, { thumbhash, palette }, [{ name: POSTER, width, height, bytes }])
  })
}

async function drawPoster(
  deps: MediaDeps,
  work: Work,
  file: string,
  poster: string,
): Promise<void> {
  const { documents, video } = deps
  if (work.kind === 'video') return video.poster(file, poster)
  if (work.kind === 'audio') return documents.waveform(await peaksOf(deps, work, file), poster)
  await documents.picture(file, poster, { fileName: work.fileName })
}

async function peaksOf(deps: MediaDeps, work: Work, file: string): Promise<string> {
  if (work.peaks !== null) return work.peaks
  const peaks = await deps.audio.peaks(file)
  await record(deps, work, { peaks }, [])
  return peaks
}

const markOf = ({ rights, isReserved }: Work) => ({ rights, isReserved })

/** Records what was made. If the file has been deleted meanwhile, its objects are removed and this throws. */
async function record(
  { db, storage }: MediaDeps,
  work: Work,
  change: Change,
  files: Rendition[],
): Promise<void> {
  const { isReserved } = work
  if (await saveRenditions(db, work.id, { change: { ...change, isReserved }, files })) return
  await removeRenditions(storage, work.id)
  throw new MediaDeleted()
}

/** Stores a file under this name and returns its size in bytes. */
async function storeFile(
  { storage }: MediaDeps,
  work: Work,
  name: string,
  file: string,
): Promise<number> {
  const { size } = await stat(file)
  await storage.putFile(renditionKey(work.id, name), file)
  return size
}

/** Calls `use` with the original and a temporary path for the result. */
const withOriginal = (
  deps: MediaDeps,
  work: Work,
  use: (file: string, output: string) => Promise<void>,
): Promise<void> =>
  withObject(deps, originalKey(work.id, work.extension), (file) =>
    withTempFile(deps.env.dataDir, (output) => use(file, output)),
  )

async function withObject(
  { env, storage }: MediaDeps,
  key: string,
  use: (file: string) => Promise<void>,
): Promise<void> {
  await withTempFile(env.dataDir, async (file) => {
    if (!(await storage.fetch(key, file))) {
      throw new AppError('media.unreadable', 'We lost this file. Upload it again.')
    }
    await use(file)
  })
}
