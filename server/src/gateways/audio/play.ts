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
  const source = await openAudio(file, type)
  try {
    const target = await openTarget(playFile, 'audio/mp4')
    try {
      const track = await transcodeSound(source.sound, target, BITRATE)
      try {
        for await (const packet of soundPackets(source)) await writeThrough(track, packet, target)
        await writeThrough(track, null, target)
        await target.writePacket(null, track.index)
      } finally {
        track.close()
      }
    } finally {
      await target.close()
    }
  } finally {
    await source.demuxer.close()
  }
  // Closing the file writes its end without reporting errors, so we inspect the result.
  await inspectAudio(playFile, 'audio/mp4')
}
