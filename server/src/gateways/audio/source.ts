import { MAX_AUDIO_MINUTES } from '@plinth/contract/limits.ts'
import { AUDIO_TYPES, type AudioType } from '@plinth/contract/media/file-types.ts'
import type { FileFacts } from '@plinth/contract/media/media.ts'
import type { Av, AvFile, AvTrack } from '../av/av.ts'
import { Refusal } from '../process/tasks.ts'
import { DAMAGED_AUDIO } from './audio-tasks.ts'

/** The demuxer for each type, and the codecs that we accept in it. */
const CONTAINERS: Record<AudioType, { format: string; codecs: readonly string[] }> = {
  'audio/mpeg': { format: 'mp3', codecs: ['mp3'] },
  'audio/mp4': { format: 'mov', codecs: ['aac', 'alac'] },
  'audio/wav': {
    format: 'wav',
    codecs: ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'],
  },
  'audio/ogg': { format: 'ogg', codecs: ['vorbis', 'opus', 'flac'] },
  'audio/flac': { format: 'flac', codecs: ['flac'] },
}
const PLAYED_CODECS = new Set(['mp3', 'pcm_u8', 'pcm_s16le', 'pcm_s24le'])
const PLAYED_IN: Partial<Record<AudioType, string>> = { 'audio/flac': 'flac', 'audio/mp4': 'aac' }
const MAX_CHANNELS = 8

/** An opened file and its audio track. */
export interface AudioSource extends AsyncDisposable {
  file: AvFile
  type: AudioType
  sound: AvTrack
}

/** Opens a file as its type and as nothing else. Disposing of it closes the file. */
export async function openAudio(av: Av, path: string, type: AudioType): Promise<AudioSource> {
  const { format, codecs } = CONTAINERS[type]
  const file = await av.open(path, {
    format,
    formats: format === 'mov' ? ['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2'] : [format],
    decoders: [...codecs, 'mp3float', 'libvorbis', 'libopus'],
    exportsAll: format === 'mov',
  })
  const close = async () => file[Symbol.asyncDispose]()
  try {
    return { file, type, sound: soundOf(file, codecs), [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

function soundOf({ facts }: AvFile, codecs: readonly string[]): AvTrack {
  const sound = facts.tracks.find(({ kind }) => kind === 'audio')
  if (sound === undefined) throw new Refusal('This file has no sound. Choose another one.')
  if (!codecs.includes(sound.codec) || sound.channels > MAX_CHANNELS) {
    throw new Refusal(
      'We can’t read the format of this sound. Export it as MP3, M4A with AAC, WAV or FLAC and upload that one.',
    )
  }
  if (sound.channels === 0 || sound.sampleRate === 0) throw new Refusal(DAMAGED_AUDIO)
  return sound
}

export function checkAudioDuration(seconds: number): void {
  if (seconds <= MAX_AUDIO_MINUTES * 60) return
  throw new Refusal(
    `This sound is longer than ${MAX_AUDIO_MINUTES / 60} hours. Make it shorter and upload it again.`,
  )
}

/** Whether every browser plays the file as it is. */
export const isPlainAudio = ({ sound: { codec, isLowComplexity }, type }: AudioSource): boolean =>
  PLAYED_CODECS.has(codec) || (PLAYED_IN[type] === codec && (codec !== 'aac' || isLowComplexity))

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

/** The usual name of a codec; null for uncompressed samples. */
export const soundName = (codec: string): string | null => CODECS[codec] ?? null

/** Figures of an audio file. `soundBytes` counts the sound without its container. */
export function audioFacts(
  { sound, type }: AudioSource,
  { bytes, soundBytes, durationMs }: { bytes: number; soundBytes: number; durationMs: number },
): FileFacts {
  const format = AUDIO_TYPES[type].name
  const { codec, bits, channels, sampleRate } = sound
  const name = soundName(codec)
  const isFloat = codec.startsWith('pcm_f')
  const details = [
    name === format ? null : name,
    LOSSLESS.test(codec)
      ? `${bits} bit${isFloat ? ' float' : ''}`
      : `${Math.round((soundBytes * 8) / durationMs)} kbit/s`,
    `${sampleRate / 1_000} kHz`,
    CHANNELS[channels] ?? `${channels} channels`,
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
