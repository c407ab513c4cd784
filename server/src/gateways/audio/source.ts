import { MAX_AUDIO_MINUTES } from '@plinth/contract/limits.ts'
import { AUDIO_TYPES, type AudioType } from '@plinth/contract/media/file-types.ts'
import type { FileFacts } from '@plinth/contract/media/media.ts'
import { Demuxer } from 'node-av/api'
import { AV_PROFILE_AAC_LOW, AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
import { avGetCodecName, type Packet, type Stream } from 'node-av/lib'
import { EXPORT_ALL } from '../av/metadata.ts'
import { packetsOf } from '../av/packets.ts'
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
  demuxer: Demuxer
  type: AudioType
  sound: Stream
  codec: string
}

/** Opens a file as its type and as nothing else. Disposing of it closes the file. */
export async function openAudio(file: string, type: AudioType): Promise<AudioSource> {
  const { format, codecs } = CONTAINERS[type]
  const demuxer = await Demuxer.open(file, {
    format,
    // No playlists, no network, and only the decoders for the codecs that Plinth takes.
    options: {
      format_whitelist: format === 'mov' ? 'mov,mp4,m4a,3gp,3g2,mj2' : format,
      protocol_whitelist: 'file',
      codec_whitelist: [...codecs, 'mp3float', 'libvorbis', 'libopus'].join(','),
      ...(format === 'mov' ? EXPORT_ALL : {}),
    },
  })
  try {
    return {
      demuxer,
      type,
      ...soundOf(demuxer, codecs),
      [Symbol.asyncDispose]: () => demuxer.close(),
    }
  } catch (error) {
    await demuxer.close()
    throw error
  }
}

function soundOf({ streams }: Demuxer, codecs: readonly string[]) {
  const sound = streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  if (sound === undefined) throw new Refusal('This file has no sound. Choose another one.')
  const { codecpar } = sound
  const codec = avGetCodecName(codecpar.codecId) ?? ''
  if (!codecs.includes(codec) || codecpar.channels > MAX_CHANNELS) {
    throw new Refusal(
      'We can’t read the format of this sound. Export it as MP3, M4A with AAC, WAV or FLAC and upload that one.',
    )
  }
  if (codecpar.channels === 0 || codecpar.sampleRate === 0) throw new Refusal(DAMAGED_AUDIO)
  return { sound, codec }
}

export function checkAudioDuration(seconds: number): void {
  if (seconds <= MAX_AUDIO_MINUTES * 60) return
  throw new Refusal(
    `This sound is longer than ${MAX_AUDIO_MINUTES / 60} hours. Make it shorter and upload it again.`,
  )
}

/** Whether every browser plays the file as it is. */
export const isPlainAudio = ({ codec, sound, type }: AudioSource): boolean =>
  PLAYED_CODECS.has(codec) ||
  (PLAYED_IN[type] === codec && (codec !== 'aac' || sound.codecpar.profile === AV_PROFILE_AAC_LOW))

/** Yields the audio packets. Each is valid until the next one is requested. */
export async function* soundPackets({ demuxer, sound }: AudioSource): AsyncGenerator<Packet> {
  for await (const packet of packetsOf(demuxer, DAMAGED_AUDIO)) {
    if (packet.streamIndex === sound.index) yield packet
  }
}

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
