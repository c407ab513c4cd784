import { Decoder, Encoder, FilterAPI, type Muxer } from 'node-av/api'
import { FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Rational, type Frame } from 'node-av/lib'
import { remake, type Track } from '../av/av-remake.ts'
import { playFilter, type PlayLimits } from './video-filters.ts'
import type { Source } from './video-source.ts'

const USUAL_FPS = 30

interface PictureWish {
  limits: PlayLimits
  quality: {
    maxRate: string
    bufSize: string
    gopSize: number
    options: { preset: 'veryfast' | 'medium'; crf: number }
  }
  /** Which of the frames go into it, and at which time; all of them unless it is given. */
  choose?: (frame: Frame) => boolean
}

/** A track of H.264 made of another one. */
export async function newPicture(
  source: Source,
  target: Muxer,
  { limits, quality, choose }: PictureWish,
): Promise<Track> {
  const decoder = await Decoder.create(source.picture, { threadCount: 1 })
  const filter = FilterAPI.create(playFilter(source, limits))
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder,
    filter,
    threadCount: 1,
    // Without it the codec thinks of as many frames a second as a second has parts, and asks too much of players.
    context: {
      framerate: new Rational(Math.min(limits.fps, Math.round(source.fps) || USUAL_FPS), 1),
    },
    ...quality,
  })
  return remake(target, { decoder, filter, encoder }, choose)
}
