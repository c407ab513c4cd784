import type { VideoType } from '@plinth/contract/media/file-types.ts'
import { packetsOf } from '../av/packets.ts'
import { copyTrack, transcodeSound, openTarget, writeThrough, type Track } from '../av/tracks.ts'
import { inspect } from './inspect.ts'
import { transcodePicture } from './picture.ts'
import { isPlainPicture, isPlainSound, openSource } from './source.ts'
import { DAMAGED_VIDEO, PLAY_FPS, PLAY_SIDE } from './video-tasks.ts'

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

/** Writes an MP4 with H.264 and AAC. Tracks that already fit are copied, the others are converted. */
export async function makePlay(file: string, playFile: string, type: VideoType): Promise<void> {
  await convert(file, playFile, type)
  // Closing the file writes its end without reporting errors, so we inspect the result.
  await inspect(playFile, 'video/mp4')
}

async function convert(file: string, playFile: string, type: VideoType): Promise<void> {
  await using source = await openSource(file, type)
  await using target = await openTarget(playFile, 'video/mp4')
  const { picture, sound } = source
  const tracks = new Map<number, Track>()
  try {
    tracks.set(
      picture.index,
      isPlainPicture(source)
        ? copyTrack(target, picture)
        : await transcodePicture(source, target, { limits: LIMITS, quality: QUALITY }),
    )
    if (sound !== null) {
      tracks.set(
        sound.index,
        isPlainSound(source)
          ? copyTrack(target, sound)
          : await transcodeSound(sound, target, SOUND_BITRATE),
      )
    }
    for await (const packet of packetsOf(source.demuxer, DAMAGED_VIDEO)) {
      const track = tracks.get(packet.streamIndex)
      if (track !== undefined) await writeThrough(track, packet, target)
    }
    for (const track of tracks.values()) {
      await writeThrough(track, null, target)
      await target.writePacket(null, track.index)
    }
  } finally {
    for (const track of tracks.values()) track.close()
  }
}
