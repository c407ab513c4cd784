import { JPEG_SCALE, type AvTrack, type Size, type Still, type WantedStills } from '../av.ts'
import { mapOf, reading, type Opening } from './opening.ts'
import { outputOf, unitsOf, wholeOutputOf } from './run.ts'

/** Larger than any JPEG of the largest picture that we take. */
const MAX_JPEG_BYTES = 256 * 1024 * 1024

/** Frames of 8 bits with half the colours in each direction, as one piece of bytes each. */
export async function* framesOf(
  opening: Opening,
  track: AvTrack,
  { filters, size: [width, height] }: { filters: readonly string[]; size: Size },
): AsyncGenerator<Buffer> {
  const words = [
    ...reading(opening),
    ...mapOf(track),
    '-vf',
    filters.join(','),
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    'pipe:1',
  ]
  const bytes = width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2)
  for await (const frames of unitsOf(outputOf(opening.programs.ffmpeg, words), bytes))
    for (let at = 0; at < frames.length; at += bytes) yield frames.subarray(at, at + bytes)
}

export async function* stillsOf(
  opening: Opening,
  track: AvTrack,
  { filter, size, from, step, last }: WantedStills,
): AsyncGenerator<Still> {
  const [width, height] = size
  // Repeats the last frame for as long as a step, so that it is chosen as well.
  const repeats = Math.ceil(track.fps * step) + 1
  const filters = [
    'setpts=PTS-STARTPTS',
    ...(track.fps > 0 ? [`tpad=stop=${repeats}:stop_mode=clone`] : []),
    // The variable counts how many have been chosen.
    `select='if(gte(t,${from}+${step}*ld(0)),st(0,ld(0)+1),0)'`,
    filter(true),
    `trim=end_frame=${Math.floor((last - from) / step) + 1}`,
  ]
  for await (const frame of framesOf(opening, track, { filters, size })) {
    yield {
      light: { luma: frame.subarray(0, width * height), stride: width, width, height },
      jpeg: () => encode(opening, frame, size),
    }
  }
}

const encode = ({ programs }: Opening, frame: Buffer, [width, height]: Size): Promise<Buffer> =>
  wholeOutputOf(
    programs.ffmpeg,
    [
      '-v',
      'warning',
      '-nostdin',
      '-xerror',
      '-f',
      'rawvideo',
      '-pixel_format',
      'yuvj420p',
      '-video_size',
      `${width}x${height}`,
      '-protocol_whitelist',
      'pipe',
      '-i',
      'pipe:0',
      '-frames:v',
      '1',
      '-c:v',
      'mjpeg',
      '-threads',
      '1',
      '-flags',
      '+bitexact',
      '-qmin',
      String(JPEG_SCALE),
      '-qmax',
      String(JPEG_SCALE),
      '-f',
      'mjpeg',
      'pipe:1',
    ],
    { input: frame, maxBytes: MAX_JPEG_BYTES },
  )
