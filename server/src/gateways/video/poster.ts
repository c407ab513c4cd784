import { writeFile } from 'node:fs/promises'
import type { VideoType } from '@plinth/contract/media/file-types.ts'
import { Decoder, Encoder, FilterAPI } from 'node-av/api'
import {
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_PIX_FMT_YUVJ420P,
  FF_ENCODER_MJPEG,
} from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { packetsOf, ratio } from '../av/packets.ts'
import { Refusal } from '../process/tasks.ts'
import { posterFilter } from './picture.ts'
import { openSource, type Source } from './source.ts'
import { DAMAGED_VIDEO } from './video-tasks.ts'

/** Where posters and previews are taken from: after a fade-in, but not searched for through the whole video. */
export const POSTER_SECOND = 1
export const LAST_POSTER_SECOND = 10
const STEP_SECONDS = 0.5
/** FFmpeg's scale from 2, the best, to 31. 2 is about a quality of 92. */
const JPEG_SCALE = 2

export async function makePoster(file: string, posterFile: string, type: VideoType): Promise<void> {
  await using source = await openSource(file, type)
  await writeFile(posterFile, await findPoster(source))
}

interface Best {
  jpeg: Buffer
  lit: number
}

/** Returns the first frame about a second in that is not nearly black, or else the brightest. */
async function findPoster(source: Source): Promise<Buffer> {
  const filter = FilterAPI.create(posterFilter(source))
  let best: Best | null = null
  try {
    for await (const frame of candidatesOf(source)) {
      frame.removeSideData(AV_FRAME_DATA_DISPLAYMATRIX)
      for (const upright of await filter.processAll(frame)) {
        const lit = litShare(upright)
        if (best === null || lit > best.lit) best = { jpeg: await encode(upright), lit }
        upright.free()
      }
      if (best !== null && best.lit >= LIT_SHARE) break
    }
  } finally {
    filter.close()
  }
  if (best === null) throw new Refusal(DAMAGED_VIDEO)
  return best.jpeg
}

/** Yields a frame per half second, and the last frame. Each is valid until the next one is requested. */
async function* candidatesOf(source: Source): AsyncGenerator<Frame> {
  const from = Math.min(POSTER_SECOND, source.demuxer.duration / 2)
  let next = from
  let unseen: Frame | null = null
  let first: number | null = null
  try {
    for await (const frame of framesOf(source)) {
      const time = Number(frame.pts) * ratio(frame.timeBase)
      first ??= time
      unseen?.free()
      unseen = frame
      if (time - first < next) continue
      yield frame
      unseen.free()
      unseen = null
      next += STEP_SECONDS
      if (next > LAST_POSTER_SECOND) return
    }
    if (unseen !== null) yield unseen
  } finally {
    unseen?.free()
  }
}

async function* framesOf(source: Source): AsyncGenerator<Frame> {
  const decoder = await Decoder.create(source.picture, { threadCount: 1 })
  try {
    for await (const packet of packetsOf(source.demuxer, DAMAGED_VIDEO)) {
      if (packet.streamIndex === source.picture.index) yield* await decoder.decodeAll(packet)
    }
    yield* await decoder.decodeAll(null)
  } finally {
    decoder.close()
  }
}

const encode = (frame: Frame): Promise<Buffer> =>
  Encoder.encodeOne(FF_ENCODER_MJPEG, frame, {
    context: { pixelFormat: AV_PIX_FMT_YUVJ420P },
    options: { qmin: JPEG_SCALE, qmax: JPEG_SCALE },
  })

/** A frame is nearly black if less than LIT_SHARE of its pixels are brighter than LIT_LUMA. */
const LIT_LUMA = 40
const LIT_SHARE = 0.02
/** Sample one pixel out of this many in each direction. */
const GRID = 8

export const isLit = (frame: Frame): boolean => litShare(frame) >= LIT_SHARE

/** Returns the share of an 8-bit frame that is not nearly black. */
function litShare({ data, linesize, width, height }: Frame): number {
  const [luma] = data ?? []
  const [stride = width] = linesize
  if (luma === undefined) return 0
  let [lit, sampled] = [0, 0]
  for (let y = 0; y < height; y += GRID) {
    for (let x = 0; x < width; x += GRID) {
      sampled += 1
      if ((luma[y * stride + x] ?? 0) > LIT_LUMA) lit += 1
    }
  }
  return lit / sampled
}
