import type { VideoType } from '@plinth/contract/media/file-types.ts'
import type { Frame } from 'node-av/lib'
import { packetsOf, ratio } from '../av/packets.ts'
import { openTarget, writeThrough } from '../av/tracks.ts'
import { inspect } from './inspect.ts'
import { isLit, LAST_POSTER_SECOND, POSTER_SECOND } from './poster.ts'
import { transcodePicture } from './picture.ts'
import { openSource } from './source.ts'
import { DAMAGED_VIDEO } from './video-tasks.ts'

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
  file: string,
  previewFile: string,
  type: VideoType,
): Promise<void> {
  await convert(file, previewFile, type)
  await inspect(previewFile, 'video/mp4')
}

async function convert(file: string, previewFile: string, type: VideoType): Promise<void> {
  await using source = await openSource(file, type)
  await using target = await openTarget(previewFile, 'video/mp4')
  const stretch = pickStretch(source.demuxer.duration)
  const options = { limits: LIMITS, quality: QUALITY, choose: stretch.choose }
  const track = await transcodePicture(source, target, options)
  try {
    for await (const packet of packetsOf(source.demuxer, DAMAGED_VIDEO)) {
      if (packet.streamIndex === source.picture.index) await writeThrough(track, packet, target)
      if (stretch.isDone()) break
    }
    await writeThrough(track, null, target)
    await target.writePacket(null, track.index)
  } finally {
    track.close()
  }
}

/**
 * Chooses the frames after a fade-in, early enough that a full preview follows, and shifts their times to begin at 0.
 */
function pickStretch(duration: number) {
  const latest = Math.min(LAST_POSTER_SECOND, Math.max(0, duration - SECONDS))
  const earliest = Math.min(POSTER_SECOND, latest)
  let first: number | null = null
  let start: bigint | null = null
  let isDone = false
  return {
    choose: (frame: Frame): boolean => {
      const unit = ratio(frame.timeBase)
      const time = Number(frame.pts) * unit
      first ??= time
      const passed = time - first
      if (start === null) {
        if (passed < earliest || (passed < latest && !isLit(frame))) return false
        start = frame.pts
      }
      frame.pts -= start
      isDone ||= Number(frame.pts) * unit >= SECONDS
      return !isDone
    },
    isDone: () => isDone,
  }
}
