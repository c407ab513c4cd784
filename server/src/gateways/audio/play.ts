import type { AudioType } from '@plinth/contract/media/file-types.ts'
import type { Av } from '../av/av.ts'
import { rightsIn, tagsOf } from '../av/rights.ts'
import { inspectAudio } from './clean.ts'
import { openAudio } from './source.ts'

const BITRATE = '192k'

/** Converts any sound to M4A with AAC. It says whose it is as the file does. */
export async function makePlayableAudio(
  av: Av,
  file: string,
  playFile: string,
  type: AudioType,
): Promise<void> {
  await convert(av, file, playFile, type)
  // Closing the file may write its end without reporting errors, so we inspect the result.
  await inspectAudio(av, playFile, 'audio/mp4')
}

async function convert(av: Av, file: string, playFile: string, type: AudioType): Promise<void> {
  await using source = await openAudio(av, file, type)
  await source.file.convert(
    { file: playFile, type: 'audio/mp4', tags: tagsOf(rightsIn(source.file.facts)) },
    { picture: null, sound: { track: source.sound, bitrate: BITRATE } },
  )
}
