import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Decoder, Demuxer, Encoder, Muxer } from 'node-av/api'
import {
  AV_CH_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_NATIVE,
  AV_LOG_QUIET,
  AV_SAMPLE_FMT_FLT,
  FF_ENCODER_AAC,
  FF_ENCODER_ADPCM_MS,
  FF_ENCODER_ALAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVORBIS,
  FF_ENCODER_PCM_F32LE,
  FF_ENCODER_PCM_S16LE,
  FF_ENCODER_PCM_S24LE,
} from 'node-av/constants'
import { avGetCodecName, Dictionary, Frame, Log } from 'node-av/lib'
import { CANARY } from './pictures.ts'

Log.setLevel(AV_LOG_QUIET)

/** Each with the samples per frame: with another number, an encoder loses some. */
const CODECS = {
  aac: [FF_ENCODER_AAC, 1_024],
  adpcm: [FF_ENCODER_ADPCM_MS, 1_012],
  alac: [FF_ENCODER_ALAC, 4_096],
  flac: [FF_ENCODER_FLAC, 4_608],
  mp3: [FF_ENCODER_LIBMP3LAME, 1_152],
  opus: [FF_ENCODER_LIBOPUS, 960],
  vorbis: [FF_ENCODER_LIBVORBIS, 64],
  pcm16: [FF_ENCODER_PCM_S16LE, 960],
  pcm24: [FF_ENCODER_PCM_S24LE, 960],
  float: [FF_ENCODER_PCM_F32LE, 960],
} as const
const SAMPLE_RATE = 48_000
const STEREO = { nbChannels: 2, order: AV_CHANNEL_ORDER_NATIVE, mask: AV_CH_LAYOUT_STEREO }

export interface SoundOptions {
  format: 'mp3' | 'ipod' | 'mp4' | 'wav' | 'ogg' | 'flac'
  codec: keyof typeof CODECS
  seconds?: number
  /** Volume from 0 to 1 at a second. */
  volume?: (second: number) => number
  /** Adds metadata: title, names and, if the format has one, the place. */
  hasMetadata?: boolean
  /** Other metadata instead, by FFmpeg's names. */
  tags?: Record<string, string>
}

/** Makes a tone in two channels. */
export function makeSound({
  format,
  codec,
  seconds = 1,
  volume = () => 0.5,
  hasMetadata = false,
  tags = hasMetadata ? METADATA : undefined,
}: SoundOptions): Promise<Buffer> {
  return withFile(async (file) => {
    const target = await Muxer.open(file, { format })
    const [name, count] = CODECS[codec]
    const encoder = await Encoder.create(name, { autoResample: true })
    const track = target.addStream(encoder)
    if (tags) target.getFormatContext().metadata = Dictionary.fromObject(tags)
    for (let at = 0; at < seconds * SAMPLE_RATE; at += count) {
      await write(target, track, encoder, tone(at, count, volume))
    }
    await write(target, track, encoder, null)
    await target.close()
    encoder.close()
    return readFile(file)
  })
}

/** About a second of each format, with titles, names and places. */
export const sampleMp3 = async (): Promise<Buffer> =>
  Buffer.concat([
    id3Tag({ cover: Buffer.from(CANARY) }),
    await makeSound({ format: 'mp3', codec: 'mp3' }),
    id3v1Tag(),
  ])
export const sampleM4a = (): Promise<Buffer> =>
  makeSound({ format: 'ipod', codec: 'aac', hasMetadata: true })
export const sampleOgg = (codec: 'vorbis' | 'opus' | 'flac' = 'vorbis'): Promise<Buffer> =>
  makeSound({ format: 'ogg', codec, hasMetadata: true })
export const sampleFlac = (): Promise<Buffer> =>
  makeSound({ format: 'flac', codec: 'flac', hasMetadata: true })
export const sampleWav = async (codec: 'pcm16' | 'pcm24' | 'float' = 'pcm16'): Promise<Buffer> => {
  const plain = await makeSound({ format: 'wav', codec, hasMetadata: true })
  const words = [
    chunk('bext', Buffer.from(CANARY.padEnd(602, '\0'))),
    chunk('iXML', Buffer.from(`<BWFXML><LOCATION_GPS>${CANARY}</LOCATION_GPS></BWFXML>`)),
  ]
  const wav = Buffer.concat([plain.subarray(0, 12), ...words, plain.subarray(12)])
  wav.writeUInt32LE(wav.length - 8, 4)
  return wav
}

/** An ID3 tag with a title, a name and a cover. */
export function id3Tag({ cover }: { cover: Buffer }): Buffer {
  const text = (name: string) => id3Frame(name, Buffer.from(`\x03${CANARY}`))
  const picture = id3Frame('APIC', Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0'), cover]))
  const frames = Buffer.concat([text('TIT2'), text('TPE1'), picture])
  const head = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')
  for (let index = 0; index < 4; index += 1) {
    head[6 + index] = (frames.length >> (7 * (3 - index))) & 0x7f
  }
  return Buffer.concat([head, frames])
}

/** Decodes a file and returns its facts and a hash of all samples. */
export function probeSound(bytes: Uint8Array) {
  return withFile(async (file) => {
    await writeFile(file, bytes)
    const demuxer = await Demuxer.open(file)
    const [sound] = demuxer.streams
    if (sound === undefined) throw new Error('no sound')
    const decoder = await Decoder.create(sound, { resample: { sampleFormat: AV_SAMPLE_FMT_FLT } })
    const hash = createHash('sha256')
    let samples = 0
    const take = (frames: Frame[]) => {
      for (const frame of frames) {
        samples += frame.nbSamples
        for (const plane of frame.data ?? []) hash.update(plane)
        frame.free()
      }
    }
    for await (const packet of demuxer.packets(0)) take(decoder.decodeAllSync(packet))
    take(decoder.decodeAllSync(null))
    const { codecpar, metadata } = sound
    const heard = {
      container: demuxer.formatName,
      tracks: demuxer.streams.length,
      codec: avGetCodecName(codecpar.codecId),
      channels: codecpar.channels,
      sampleRate: codecpar.sampleRate,
      words: { ...demuxer.metadata, ...metadata?.getAll() },
      samples,
      hash: hash.digest('hex'),
    }
    decoder.close()
    await demuxer.close()
    return heard
  })
}

const METADATA = { title: CANARY, artist: CANARY, comment: CANARY, location: '+51.5007-000.1246/' }

async function withFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-sound-'))
  try {
    return await work(path.join(folder, 'sound'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function write(target: Muxer, track: number, encoder: Encoder, frame: Frame | null) {
  for (const packet of await encoder.encodeAll(frame)) {
    await target.writePacket(packet, track)
    packet.free()
  }
  if (frame === null) await target.writePacket(null, track)
  else frame.free()
}

/** 440 Hz on the left, 660 Hz on the right. */
function tone(from: number, count: number, volume: (second: number) => number): Frame {
  const samples = Buffer.alloc(count * 8)
  for (let index = 0; index < count; index += 1) {
    const second = (from + index) / SAMPLE_RATE
    for (const [channel, pitch] of [440, 660].entries()) {
      const value = Math.sin(second * 2 * Math.PI * pitch) * volume(second)
      samples.writeFloatLE(value, (index * 2 + channel) * 4)
    }
  }
  return Frame.fromAudioBuffer(samples, {
    nbSamples: count,
    format: AV_SAMPLE_FMT_FLT,
    sampleRate: SAMPLE_RATE,
    channelLayout: STEREO,
    timeBase: { num: 1, den: SAMPLE_RATE },
    pts: BigInt(from),
  })
}

function id3Frame(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.write(name, 'latin1')
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body])
}

/** An ID3v1 tag: the last 128 bytes. */
const id3v1Tag = () => Buffer.from(`TAG${CANARY}`.padEnd(128, '\0'), 'latin1')

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}
