import type { VideoType } from '@plinth/contract/media/file-types.ts'
import type { Av } from '../av/av.ts'
import { rightsIn, tagsOf } from '../av/rights.ts'
import { inspect } from './inspect.ts'
import { encodingOf } from './picture.ts'
import { isPlainPicture, isPlainSound, openSource } from './source.ts'
import { PLAY_FPS, PLAY_SIDE } from './video-tasks.ts'

/** Looks almost like the original. Full HD with much movement needs 8 Mbit/s. */
const QUALITY = {
  maxRate: '8M',
  bufSize: '16M',
  // Players seek to a key frame, which is at most four seconds away.
  gopSize: 120,
  options: { preset: 'veryfast', crf: 21 },
} as const
const SOUND_BITRATE = '160k'
const LIMITS = { width: PLAY_SIDE, height: PLAY_SIDE, fps: PLAY_FPS } as const

/**
 * Writes an MP4 with H.264 and AAC. Tracks that already fit are copied, the others are converted. It says whose it is as
 * the file does.
 */
export async function makePlay(
  av: Av,
  file: string,
  playFile: string,
  type: VideoType,
): Promise<void> {
  await convert(av, file, playFile, type)
  // Closing the file may write its end without reporting errors, so we inspect the result.
  await inspect(av, playFile, 'video/mp4')
}

async function convert(av: Av, file: string, playFile: string, type: VideoType): Promise<void> {
  await using source = await openSource(av, file, type)
  const { picture, sound } = source
  const encoding = encodingOf(source, { limits: LIMITS, quality: QUALITY, stretch: null })
  await source.file.convert(
    { file: playFile, type: 'video/mp4', tags: tagsOf(rightsIn(source.file.facts)) },
    {
      picture: { track: picture, encoding: isPlainPicture(source) ? null : encoding },
      sound: sound && { track: sound, bitrate: isPlainSound(source) ? null : SOUND_BITRATE },
    },
  )
}
