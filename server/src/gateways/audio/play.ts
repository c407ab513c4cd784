import type { AudioType } from '@plinth/contract/media/file-types.ts'
import { inspectAudio } from './clean.ts'
import { openAudio, soundPackets } from './source.ts'
import { transcodeSound, openTarget, writeThrough } from '../av/tracks.ts'

const BITRATE = '192k'

/** Converts any sound to M4A with AAC. */
export async function makePlayableAudio(
  file: string,
  playFile: string,
  type: AudioType,
): Promise<void> {
  await convert(file, playFile, type)
  // Closing the file writes its end without reporting errors, so we inspect the result.
  await inspectAudio(playFile, 'audio/mp4')
}

async function convert(file: string, playFile: string, type: AudioType): Promise<void> {
  await using source = await openAudio(file, type)
  await using target = await openTarget(playFile, 'audio/mp4')
  const track = await transcodeSound(source.sound, target, BITRATE)
  try {
    for await (const packet of soundPackets(source)) await writeThrough(track, packet, target)
    await writeThrough(track, null, target)
    await target.writePacket(null, track.index)
  } finally {
    track.close()
  }
}
