import { AUDIO_TYPES, type FileFacts } from '@plinth/contract/media/media.ts'
import type { AudioSource } from './audio-source.ts'

const CODECS: Record<string, string> = {
  aac: 'AAC',
  ac3: 'Dolby Digital',
  alac: 'Apple Lossless',
  eac3: 'Dolby Digital Plus',
  flac: 'FLAC',
  mp3: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
}
const LOSSLESS = /^(alac|flac|pcm_)/
const CHANNELS: Record<number, string> = { 1: 'mono', 2: 'stereo', 6: '5.1', 8: '7.1' }

/** As people call it; samples that are written as they are go without a name. */
export const soundName = (codec: string): string | null => CODECS[codec] ?? null

/** A piece in figures. `soundBytes` are those of the sound alone. */
export function audioFacts(
  { codec, sound, type }: AudioSource,
  { bytes, soundBytes, durationMs }: { bytes: number; soundBytes: number; durationMs: number },
): FileFacts {
  const format = AUDIO_TYPES[type].name
  const { codecpar } = sound
  const name = soundName(codec)
  const bits = codecpar.bitsPerRawSample || codecpar.bitsPerCodedSample
  const isFloat = codec.startsWith('pcm_f')
  const details = [
    name === format ? null : name,
    LOSSLESS.test(codec)
      ? `${bits} bit${isFloat ? ' float' : ''}`
      : `${Math.round((soundBytes * 8) / durationMs)} kbit/s`,
    `${codecpar.sampleRate / 1_000} kHz`,
    CHANNELS[codecpar.channels] ?? `${codecpar.channels} channels`,
  ]
  return {
    format,
    details: details.filter((detail) => detail !== null),
    width: null,
    height: null,
    durationMs,
    pages: null,
    bytes,
  }
}
