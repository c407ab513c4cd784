import { Decoder, Encoder, FilterAPI, type Demuxer } from 'node-av/api'
import {
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_PIX_FMT_YUVJ420P,
  FF_ENCODER_MJPEG,
} from 'node-av/constants'
import type { Frame, Stream } from 'node-av/lib'
import { JPEG_SCALE, type Still, type WantedStills } from '../av.ts'
import { packetsOf, ratio } from './packets.ts'
import { lightOf } from './picture.ts'

interface Place {
  demuxer: Demuxer
  stream: Stream
}

export async function* stillsOf(place: Place, wanted: WantedStills): AsyncGenerator<Still> {
  const filter = FilterAPI.create(wanted.filter(false))
  try {
    for await (const frame of candidatesOf(place, wanted)) {
      frame.removeSideData(AV_FRAME_DATA_DISPLAYMATRIX)
      for (const upright of await filter.processAll(frame)) {
        yield { light: lightOf(upright), jpeg: () => encode(upright) }
        upright.free()
      }
    }
  } finally {
    filter.close()
  }
}

/** Yields a frame per step, and the last frame. Each is valid until the next one is requested. */
async function* candidatesOf(
  place: Place,
  { from, step, last }: WantedStills,
): AsyncGenerator<Frame> {
  let next = from
  let unseen: Frame | null = null
  let first: number | null = null
  try {
    for await (const frame of framesOf(place)) {
      const time = Number(frame.pts) * ratio(frame.timeBase)
      first ??= time
      unseen?.free()
      unseen = frame
      if (time - first < next) continue
      yield frame
      unseen.free()
      unseen = null
      next += step
      if (next > last) return
    }
    if (unseen !== null) yield unseen
  } finally {
    unseen?.free()
  }
}

async function* framesOf({ demuxer, stream }: Place): AsyncGenerator<Frame> {
  const decoder = await Decoder.create(stream, { threadCount: 1 })
  try {
    for await (const packet of packetsOf(demuxer)) {
      if (packet.streamIndex === stream.index) yield* await decoder.decodeAll(packet)
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
