import type { AudioType } from '@plinth/contract/media/media.ts'
import { lookAtAudio } from './clean.ts'
import { openAudio, soundPackets } from './source.ts'
import { newSound, openTarget, pass } from '../av/tracks.ts'

const BITRATE = '192k'

/** Makes M4A with AAC of any sound. */
export async function makeAudioPlay(
  file: string,
  playFile: string,
  type: AudioType,
): Promise<void> {
  const source = await openAudio(file, type)
  try {
    const target = await openTarget(playFile, 'audio/mp4')
    try {
      const track = await newSound(source.sound, target, BITRATE)
      try {
        for await (const packet of soundPackets(source)) await pass(track, packet, target)
        await pass(track, null, target)
        await target.writePacket(null, track.index)
      } finally {
        track.close()
      }
    } finally {
      await target.close()
    }
  } finally {
    await source.demuxer.close()
  } // The end of the file is written as it is closed, where no error is told.
  await lookAtAudio(playFile, 'audio/mp4')
}
