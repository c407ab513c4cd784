import { MAX_AUDIO_MINUTES } from '@plinth/contract/limits.ts'
import type { AudioType } from '@plinth/contract/media/media.ts'
import { Demuxer } from 'node-av/api'
import { AV_PROFILE_AAC_LOW, AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
import { avGetCodecName, type Packet, type Stream } from 'node-av/lib'
import { DAMAGED_AUDIO } from './audio-tasks.ts'
import { TELL_ALL } from '../av/av-found.ts'
import { packetsOf } from '../av/av-packets.ts'
import { Refusal } from '../process/tasks.ts'

/** Which demuxer opens a file, and what may be in it. */
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

/** A file opened, and its track of sound. */
export interface AudioSource {
  demuxer: Demuxer
  type: AudioType
  sound: Stream
  codec: string
}

/** Opens a file as what its first bytes say it is, and as nothing else. Whoever opens it closes the demuxer. */
export async function openAudio(file: string, type: AudioType): Promise<AudioSource> {
  const { format, codecs } = CONTAINERS[type]
  const demuxer = await Demuxer.open(file, {
    format,
    // No playlist, no network, and of the hundreds of decoders those that Plinth takes.
    options: {
      format_whitelist: format === 'mov' ? 'mov,mp4,m4a,3gp,3g2,mj2' : format,
      protocol_whitelist: 'file',
      codec_whitelist: [...codecs, 'mp3float', 'libvorbis', 'libopus'].join(','),
      ...(format === 'mov' ? TELL_ALL : {}),
    },
  })
  try {
    return { demuxer, type, ...soundOf(demuxer, codecs) }
  } catch (error) {
    await demuxer.close()
    throw error
  }
}

function soundOf({ streams }: Demuxer, codecs: readonly string[]) {
  const sound = streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  if (sound === undefined) throw new Refusal('This file holds no sound. Choose another one.')
  const { codecpar } = sound
  const codec = avGetCodecName(codecpar.codecId) ?? ''
  if (!codecs.includes(codec) || codecpar.channels > MAX_CHANNELS) {
    throw new Refusal(
      'This sound is in a format that Plinth cannot read. Export it as MP3, M4A with AAC, WAV or FLAC and send that.',
    )
  }
  if (codecpar.channels === 0 || codecpar.sampleRate === 0) throw new Refusal(DAMAGED_AUDIO)
  return { sound, codec }
}

export function checkAudioDuration(seconds: number): void {
  if (seconds <= MAX_AUDIO_MINUTES * 60) return
  throw new Refusal(
    `This sound is longer than ${MAX_AUDIO_MINUTES / 60} hours. Make it shorter and send it again.`,
  )
}

/** Whether every browser plays this as it is. */
export const isPlainAudio = ({ codec, sound, type }: AudioSource): boolean =>
  PLAYED_CODECS.has(codec) ||
  (PLAYED_IN[type] === codec && (codec !== 'aac' || sound.codecpar.profile === AV_PROFILE_AAC_LOW))

/** The packets of sound alone. A packet is good until the next one is asked for. */
export async function* soundPackets({ demuxer, sound }: AudioSource): AsyncGenerator<Packet> {
  for await (const packet of packetsOf(demuxer, DAMAGED_AUDIO)) {
    if (packet.streamIndex === sound.index) yield packet
  }
}
