import { VIDEO_TYPES, type FileFacts } from '@plinth/contract/media/media.ts'
import { avGetCodecName, avGetPixFmtName } from 'node-av/lib'
import { soundName } from '../audio/audio-facts.ts'
import { isHdr } from './video-filters.ts'
import type { Source } from './video-source.ts'

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
/** FFmpeg names the formats of more than 8 bits by how many there are. */
const DEPTH = /p(?<bits>1\d)[lb]e$/

/** A film in figures. */
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
