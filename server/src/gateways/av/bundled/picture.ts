import { Decoder, Encoder, FilterAPI, type Muxer } from 'node-av/api'
import { FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Rational, type Frame, type Stream } from 'node-av/lib'
import type { Light, PictureEncoding, Stretch } from '../av.ts'
import { isLitShare, litShare } from '../light.ts'
import { ratio } from './packets.ts'
import { transcode, type Track } from './tracks.ts'

/** A track that is being converted, and whether all that is wanted of it has been written. */
interface PictureTrack extends Track {
  isDone: () => boolean
}

/** Converts the picture to H.264. */
export async function transcodePicture(
  stream: Stream,
  target: Muxer,
  { filter: filterOf, fps, quality, stretch }: PictureEncoding,
): Promise<PictureTrack> {
  const decoder = await Decoder.create(stream, { threadCount: 1 })
  const filter = FilterAPI.create(filterOf(false))
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder,
    filter,
    threadCount: 1,
    // Without a frame rate the encoder assumes one frame per time unit and demands too much of players.
    context: { framerate: new Rational(fps, 1) },
    ...quality,
  })
  const chosen = stretch === null ? null : pickStretch(stretch)
  const parts = { decoder, filter, encoder }
  return {
    ...transcode(target, parts, chosen?.choose),
    isDone: () => chosen?.isDone() ?? false,
  }
}

/** Chooses the frames of a stretch and shifts their times to begin at 0. */
function pickStretch({ earliest, latest, seconds }: Stretch) {
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
        const isLit = isLitShare(litShare(lightOf(frame)))
        if (passed < earliest || (passed < latest && !isLit)) return false
        start = frame.pts
      }
      frame.pts -= start
      isDone ||= Number(frame.pts) * unit >= seconds
      return !isDone
    },
    isDone: () => isDone,
  }
}

export function lightOf({ data, linesize, width, height }: Frame): Light {
  const [luma = Buffer.alloc(0)] = data ?? []
  const [stride = width] = linesize
  return { luma, stride, width, height }
}
