import { stat } from 'node:fs/promises'
import { VIDEO_TYPES, type VideoType } from '@plinth/contract/media/file-types.ts'
import type { FileFacts } from '@plinth/contract/media/media.ts'
import { Decoder } from 'node-av/api'
import { avGetCodecName, avGetPixFmtName, type Packet } from 'node-av/lib'
import { soundName } from '../audio/source.ts'
import { packetsOf } from '../av/packets.ts'
import { Refusal } from '../process/tasks.ts'
import { isHdr, isPlainPicture, isPlainSound, openSource, type Source } from './source.ts'
import { DAMAGED_VIDEO, type VideoInspection } from './video-tasks.ts'

/** Inspects a cleaned file. Throws a Refusal if not a single frame can be decoded. */
export async function inspect(
  file: string,
  type: VideoType,
): Promise<{ inspection: VideoInspection; facts: FileFacts }> {
  const { size } = await stat(file)
  await using source = await openSource(file, type)
  await decodeOne(source)
  const { width, height, sound, demuxer } = source
  if (!(demuxer.duration > 0)) throw new Refusal(DAMAGED_VIDEO)
  const inspection = {
    width,
    height,
    durationMs: Math.round(demuxer.duration * 1_000),
    hasSound: sound !== null,
    isPlayable: type === 'video/mp4' && isPlainPicture(source) && isPlainSound(source),
  }
  return { inspection, facts: videoFacts(source, size) }
}

async function decodeOne(source: Source): Promise<void> {
  const decoder = await Decoder.create(source.picture, { threadCount: 1 })
  try {
    for await (const packet of packetsOf(source.demuxer, DAMAGED_VIDEO)) {
      if (packet.streamIndex !== source.picture.index) continue
      if (await holdsFrame(decoder, packet)) return
    }
    if (!(await holdsFrame(decoder, null))) throw new Refusal(DAMAGED_VIDEO)
  } finally {
    decoder.close()
  }
}

async function holdsFrame(decoder: Decoder, packet: Packet | null): Promise<boolean> {
  const frames = await decoder.decodeAll(packet)
  for (const frame of frames) frame.free()
  return frames.length > 0
}

const CODECS: Record<string, string> = {
  av1: 'AV1',
  h264: 'H.264',
  hevc: 'HEVC',
  mjpeg: 'Motion JPEG',
  mpeg4: 'MPEG-4',
  prores: 'ProRes',
  vp8: 'VP8',
  vp9: 'VP9',
}
/** FFmpeg's names of formats with more than 8 bits contain the number. */
const DEPTH = /p(?<bits>1\d)[lb]e$/

/** Figures of a video. */
export function videoFacts(source: Source, bytes: number): FileFacts {
  const { picture, sound, type, width, height, fps, demuxer } = source
  const codec = avGetCodecName(picture.codecpar.codecId) ?? ''
  const pixels = avGetPixFmtName(picture.codecpar.format as never) ?? ''
  const bits = DEPTH.exec(pixels)?.groups?.bits
  const soundCodec = sound === null ? null : (avGetCodecName(sound.codecpar.codecId) ?? '')
  const details = [
    CODECS[codec] ?? null,
    isHdr(source) ? 'HDR' : null,
    bits === undefined ? null : `${bits} bit`,
    fps > 0 ? `${Number(fps.toFixed(2))} fps` : null,
    soundCodec === null ? 'no sound' : (soundName(soundCodec) ?? 'PCM'),
  ]
  return {
    format: VIDEO_TYPES[type].name,
    details: details.filter((detail) => detail !== null),
    width,
    height,
    durationMs: Math.round(demuxer.duration * 1_000),
    pages: null,
    bytes,
  }
}
