import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { VideoType } from '@plinth/contract/media/file-types.ts'
import { Decoder, Demuxer, Encoder, Muxer } from 'node-av/api'
import {
  AV_CH_LAYOUT_MONO,
  AV_CHANNEL_ORDER_NATIVE,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  FF_ENCODER_MPEG4,
  type FFEncoderCodec,
} from 'node-av/constants'
import { avGetCodecName, avGetPixFmtName, Dictionary, Frame, Log, Rational } from 'node-av/lib'
import { CANARY } from './pictures.ts'

Log.setLevel(AV_LOG_QUIET)

type PictureCodec = 'h264' | 'hevc' | 'mpeg4' | 'vp8' | 'vp9'
const PICTURES: Record<
  PictureCodec,
  { codec: FFEncoderCodec; options: Record<string, string | number> }
> = {
  h264: { codec: FF_ENCODER_LIBX264, options: { preset: 'ultrafast' } },
  hevc: {
    codec: FF_ENCODER_LIBX265,
    options: { preset: 'ultrafast', 'x265-params': 'log-level=none' },
  },
  mpeg4: { codec: FF_ENCODER_MPEG4, options: {} },
  vp8: { codec: FF_ENCODER_LIBVPX_VP8, options: { deadline: 'realtime', 'cpu-used': 8 } },
  vp9: { codec: FF_ENCODER_LIBVPX_VP9, options: { deadline: 'realtime', 'cpu-used': 8 } },
}
const SOUNDS = { aac: FF_ENCODER_AAC, opus: FF_ENCODER_LIBOPUS } as const
const CONTAINERS = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'matroska',
} as const
const SAMPLE_RATE = 48_000

export interface VideoOptions {
  type?: VideoType | 'video/x-matroska'
  picture?: PictureCodec
  sound?: keyof typeof SOUNDS
  width?: number
  height?: number
  fps?: number
  /** When each frame is shown, in a unit of its own. Otherwise they follow one another at `fps`. */
  times?: { unit: readonly [over: number, under: number]; of: (index: number) => number }
  seconds?: number
  /** Seconds of black at the start. */
  black?: number
  /** Adds metadata: title, place, device, and unknown boxes. */
  hasMetadata?: boolean
  /** Metadata of the file alone, by FFmpeg's names. */
  tags?: Record<string, string>
  /** Filmed with an upright phone: shown rotated by a quarter turn clockwise. */
  isTurned?: boolean
  /** Seconds by which the sound begins after the picture. */
  late?: number
}

/** Makes a small video of four different quarters with a moving bar. */
export async function makeVideo(options: VideoOptions = {}): Promise<Buffer> {
  return inFolder(async (folder) => {
    const plain = path.join(folder, 'plain')
    await writeVideo(plain, options)
    const { hasMetadata, isTurned, late, tags } = options
    if (!hasMetadata && !isTurned && !late && !tags) return readFile(plain)
    const withMetadata = path.join(folder, 'withMetadata')
    await addMetadata(plain, withMetadata, options)
    const file = await readFile(withMetadata)
    const isBoxes = options.type !== 'video/webm'
    return options.hasMetadata && isBoxes ? Buffer.concat([file, box('uuid'), box('free')]) : file
  })
}

/** Decodes every frame of a file and returns its facts. */
export async function probeVideo(bytes: Uint8Array) {
  return inFolder(async (folder) => {
    const file = path.join(folder, 'probe')
    await writeFile(file, bytes)
    const demuxer = await Demuxer.open(file)
    try {
      const picture = demuxer.video()
      if (picture === undefined) throw new Error('no picture')
      const decoder = await Decoder.create(picture)
      let frames = 0
      let beginsBlack = false
      for await (const packet of demuxer.packets(picture.index)) {
        for (const frame of await decoder.decodeAll(packet)) {
          if (frames === 0) beginsBlack = frame.data?.[0]?.every((light) => light < 20) ?? false
          frames += 1
          frame.free()
        }
      }
      const { codecpar } = picture
      const sound = demuxer.audio()
      return {
        container: demuxer.formatName,
        tracks: demuxer.streams.length,
        picture: avGetCodecName(codecpar.codecId),
        pixels: avGetPixFmtName(codecpar.format as never),
        sound: sound === undefined ? null : avGetCodecName(sound.codecpar.codecId),
        width: codecpar.width,
        height: codecpar.height,
        isTurned: codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX) !== null,
        level: codecpar.level,
        fps: Math.round(picture.avgFrameRate.num / picture.avgFrameRate.den),
        seconds: demuxer.duration,
        frames,
        beginsBlack,
      }
    } finally {
      await demuxer.close()
    }
  })
}

/** Returns the second at which sound is first heard. */
export async function firstSound(bytes: Uint8Array): Promise<number> {
  return inFolder(async (folder) => {
    const file = path.join(folder, 'listen')
    await writeFile(file, bytes)
    const demuxer = await Demuxer.open(file)
    const sound = demuxer.audio()
    if (sound === undefined) throw new Error('no sound')
    const decoder = await Decoder.create(sound, { resample: { sampleFormat: AV_SAMPLE_FMT_FLT } })
    try {
      for await (const packet of demuxer.packets(sound.index)) {
        for (const { data, channels, pts, timeBase, sampleRate } of decoder.decodeAllSync(packet)) {
          const [plane = Buffer.alloc(0)] = data ?? []
          const samples = new Float32Array(plane.buffer, plane.byteOffset, plane.length / 4)
          const loud = samples.findIndex((sample) => Math.abs(sample) > 0.05)
          if (loud === -1) continue
          return (Number(pts) * timeBase.num) / timeBase.den + loud / channels / sampleRate
        }
      }
      throw new Error('silence')
    } finally {
      decoder.close()
      await demuxer.close()
    }
  })
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-video-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeVideo(file: string, video: VideoOptions): Promise<void> {
  const { picture = 'h264', fps = 10, seconds = 2 } = video
  const { codec, options } = PICTURES[picture]
  const target = await Muxer.open(file, { format: CONTAINERS[video.type ?? 'video/mp4'] })
  const images = await Encoder.create(codec, {
    options,
    gopSize: fps,
    context: { framerate: new Rational(fps, 1) },
  })
  const imageTrack = target.addStream(images)
  const sounds =
    video.sound === undefined
      ? null
      : await Encoder.create(SOUNDS[video.sound], { autoResample: true })
  const soundTrack = sounds === null ? 0 : target.addStream(sounds)
  // Alternates a second of picture and a second of sound, like real files.
  for (let second = 0; second < seconds; second += 1) {
    for (let index = second * fps; index < Math.min(second + 1, seconds) * fps; index += 1) {
      await write(target, imageTrack, images, drawFrame(index, video))
    }
    if (sounds !== null) await write(target, soundTrack, sounds, playTone(second))
  }
  await write(target, imageTrack, images, null)
  if (sounds !== null) await write(target, soundTrack, sounds, null)
  await target.close()
  images.close()
  sounds?.close()
}

async function write(target: Muxer, track: number, encoder: Encoder, frame: Frame | null) {
  for (const packet of await encoder.encodeAll(frame)) {
    await target.writePacket(packet, track)
    packet.free()
  }
  if (frame === null) await target.writePacket(null, track)
  else frame.free()
}

/** YUV values of the quarters: red, green, blue, white. */
const QUARTERS = [
  [81, 90, 240],
  [145, 54, 34],
  [41, 240, 110],
  [235, 128, 128],
] as const

function drawFrame(index: number, options: VideoOptions): Frame {
  const { width = 160, height = 90, fps = 10, black = 0, times } = options
  const { unit, of } = times ?? { unit: [1, fps] as const, of: () => index }
  const isBlack = index < black * fps
  const plane = (part: 0 | 1 | 2, across: number, down: number) => {
    const pixels = Buffer.alloc(across * down)
    for (let y = 0; y < down; y += 1) {
      for (let x = 0; x < across; x += 1) {
        const quarter = QUARTERS[(y < down / 2 ? 0 : 2) + (x < across / 2 ? 0 : 1)]
        const isBar = part === 0 && (x + index * 4) % across < 4
        pixels[y * across + x] = isBlack
          ? ([16, 128, 128][part] ?? 0)
          : isBar
            ? 16
            : (quarter?.[part] ?? 0)
      }
    }
    return pixels
  }
  const [halfAcross, halfDown] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const planes = [
    plane(0, width, height),
    plane(1, halfAcross, halfDown),
    plane(2, halfAcross, halfDown),
  ]
  return Frame.fromVideoBuffer(Buffer.concat(planes), {
    width,
    height,
    format: AV_PIX_FMT_YUV420P,
    timeBase: { num: unit[0], den: unit[1] },
    pts: BigInt(of(index)),
  })
}

/** One second of 440 Hz. */
function playTone(second: number): Frame {
  const samples = Buffer.alloc(SAMPLE_RATE * 4)
  for (let index = 0; index < SAMPLE_RATE; index += 1) {
    samples.writeFloatLE(Math.sin((index * 2 * Math.PI * 440) / SAMPLE_RATE) / 4, index * 4)
  }
  return Frame.fromAudioBuffer(samples, {
    nbSamples: SAMPLE_RATE,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: SAMPLE_RATE,
    channelLayout: { nbChannels: 1, order: AV_CHANNEL_ORDER_NATIVE, mask: AV_CH_LAYOUT_MONO },
    timeBase: { num: 1, den: SAMPLE_RATE },
    pts: BigInt(second * SAMPLE_RATE),
  })
}

const METADATA = {
  title: CANARY,
  artist: 'Ada Maker',
  comment: CANARY,
  location: '+51.5007-000.1246/',
  make: CANARY,
  'com.apple.quicktime.location.ISO6709': CANARY,
}

/** Copies the video with metadata and a rotation in its container. */
async function addMetadata(
  file: string,
  withMetadata: string,
  options: VideoOptions,
): Promise<void> {
  const source = await Demuxer.open(file)
  const type = options.type ?? 'video/mp4'
  const target = await Muxer.open(withMetadata, {
    format: CONTAINERS[type],
    options: type === 'video/quicktime' ? { movflags: '+use_metadata_tags' } : {},
  })
  for (const stream of source.streams) {
    const added = target.getStream(target.addStream(stream))
    if (options.hasMetadata && added !== undefined) {
      added.metadata = Dictionary.fromObject({
        title: CANARY,
        handler_name: CANARY,
        language: 'nor',
      })
    }
    if (options.isTurned && stream === source.video()) {
      added?.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, quarterTurn())
    }
  }
  const tags = options.tags ?? (options.hasMetadata ? METADATA : undefined)
  if (tags) target.getFormatContext().metadata = Dictionary.fromObject(tags)
  for await (const packet of source.packets()) {
    if (packet === null) break
    const stream = source.streams[packet.streamIndex]
    if (options.late && stream === source.audio() && stream !== undefined) {
      const units = BigInt(Math.round((options.late * stream.timeBase.den) / stream.timeBase.num))
      packet.pts += units
      packet.dts += units
    }
    await target.writePacket(packet, packet.streamIndex)
    packet.free()
  }
  for (const stream of source.streams) await target.writePacket(null, stream.index)
  await target.close()
  await source.close()
}

/** The display matrix of a quarter turn clockwise. */
function quarterTurn(): Buffer {
  const one = 0x1_00_00
  const matrix = Buffer.alloc(36)
  for (const [index, value] of [0, one, 0, -one, 0, 0, 0, 0, 0x40_00_00_00].entries()) {
    matrix.writeInt32LE(value, index * 4)
  }
  return matrix
}

/** An MP4 box that no reader knows and every reader skips. */
function box(name: string): Buffer {
  const body = Buffer.from(`${CANARY}${CANARY}`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}
