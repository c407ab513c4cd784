import type { VideoType } from '@plinth/contract/media/file-types.ts'
import type { Av } from '../av/av.ts'
import { inspect } from './inspect.ts'
import { encodingOf } from './picture.ts'
import { LAST_POSTER_SECOND, POSTER_SECOND } from './poster.ts'
import { openSource } from './source.ts'

const SECONDS = 4
/** Upright videos are taller than wide. In a list they get the height of the others. */
const LIMITS = { width: 640, height: 960, fps: 30 } as const
const QUALITY = {
  maxRate: '1M',
  bufSize: '1M',
  gopSize: 60,
  options: { preset: 'medium', crf: 26 },
} as const

/** Writes a few silent seconds from about where the poster is taken. A shorter video is taken whole. */
export async function makePreview(
  av: Av,
  file: string,
  previewFile: string,
  type: VideoType,
): Promise<void> {
  await convert(av, file, previewFile, type)
  await inspect(av, previewFile, 'video/mp4')
}

async function convert(av: Av, file: string, previewFile: string, type: VideoType): Promise<void> {
  await using source = await openSource(av, file, type)
  // Early enough that a full preview follows.
  const latest = Math.min(LAST_POSTER_SECOND, Math.max(0, source.file.facts.seconds - SECONDS))
  const stretch = { earliest: Math.min(POSTER_SECOND, latest), latest, seconds: SECONDS }
  const encoding = encodingOf(source, { limits: LIMITS, quality: QUALITY, stretch })
  await source.file.convert(
    { file: previewFile, type: 'video/mp4' },
    { picture: { track: source.picture, encoding }, sound: null },
  )
}
