import {
  soundFilter,
  type AvTarget,
  type AvTrack,
  type Conversion,
  type PictureEncoding,
} from '../av.ts'
import { isLitShare, litShare } from '../light.ts'
import { mapOf, reading, writing, type Opening } from './opening.ts'
import { outputOf } from './run.ts'
import { framesOf } from './stills.ts'

export async function convert(
  opening: Opening,
  target: AvTarget,
  { picture, sound }: Conversion,
): Promise<void> {
  const words = [
    ...reading(opening),
    ...(picture === null ? [] : await pictureWords(opening, picture)),
    ...(sound === null ? [] : soundWords(sound)),
    ...writing(target),
  ]
  for await (const chunk of outputOf(opening.programs.ffmpeg, words)) void chunk
}

async function pictureWords(
  opening: Opening,
  { track, encoding }: NonNullable<Conversion['picture']>,
): Promise<string[]> {
  if (encoding === null) return [...mapOf(track), '-c:v', 'copy', '-copyinkf:v']
  const { fps, quality } = encoding
  const filters = [encoding.filter(true), ...(await stretchFilters(opening, track, encoding))]
  // A reduced rate has its own unit of time.
  const unit = fps < Math.round(track.fps) ? `1:${fps}` : track.timeBase.join(':')
  return [
    ...mapOf(track),
    '-vf',
    filters.join(','),
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    unit,
    '-c:v',
    'libx264',
    '-preset',
    quality.options.preset,
    '-crf',
    `${quality.options.crf}`,
    '-maxrate',
    quality.maxRate,
    '-bufsize',
    quality.bufSize,
    '-g',
    `${quality.gopSize}`,
    '-threads',
    '1',
  ]
}

/** Filters that keep the wanted stretch, and let it begin at 0. */
async function stretchFilters(
  opening: Opening,
  track: AvTrack,
  { filter, size, stretch }: PictureEncoding,
): Promise<string[]> {
  if (stretch === null) return []
  const { earliest, latest, seconds } = stretch
  const fromZero = 'setpts=PTS-STARTPTS'
  const before = [filter(true), fromZero, `trim=start=${earliest}:end=${latest}`]
  let start = `trim=start=${latest}`
  let passed = 0
  // Without anything between the two moments there is nothing to look at.
  if (earliest < latest)
    for await (const luma of framesOf(opening, track, { filters: before, size })) {
      const [width, height] = size
      if (isLitShare(litShare({ luma, stride: width, width, height }))) {
        start = `trim=start=${earliest},trim=start_frame=${passed}`
        break
      }
      passed += 1
    }
  return [fromZero, start, fromZero, `trim=duration=${seconds}`]
}

const soundWords = ({ track, bitrate, filter }: NonNullable<Conversion['sound']>): string[] => [
  ...mapOf(track),
  ...(bitrate === null
    ? ['-c:a', 'copy', '-copyinkf:a']
    : ['-c:a', 'aac', '-b:a', bitrate, '-af', soundFilter(filter)]),
]
