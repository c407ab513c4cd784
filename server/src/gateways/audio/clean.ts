import { readFile, stat, writeFile } from 'node:fs/promises'
import type { AudioType } from '@plinth/contract/media/file-types.ts'
import type { TakenOut } from '@plinth/contract/media/media.ts'
import { Decoder } from 'node-av/api'
import type { Packet } from 'node-av/lib'
import { metadataIn, inContractOrder } from '../av/metadata.ts'
import { ratio } from '../av/packets.ts'
import { addCopy, openTarget } from '../av/tracks.ts'
import { isSameFile } from '../files.ts'
import { Refusal } from '../process/tasks.ts'
import { DAMAGED_AUDIO, type CleanedAudio } from './audio-tasks.ts'
import { stripFlac } from './flac.ts'
import { stripMp3 } from './mp3.ts'
import { stripOgg } from './ogg.ts'
import {
  audioFacts,
  checkAudioDuration,
  isPlainAudio,
  openAudio,
  soundPackets,
  type AudioSource,
} from './source.ts'
import type { StrippedSound } from './tags.ts'
import { stripWav } from './wav.ts'

/** A file may state a little more time than it holds. */
const MISSING_SECONDS = 0.25

export async function cleanAudio(
  file: string,
  cleanFile: string,
  type: AudioType,
): Promise<CleanedAudio> {
  const found =
    type === 'audio/mp4'
      ? await copySound(file, cleanFile, type)
      : [...(await readMetadata(file, type)), ...(await stripTo(file, cleanFile, type))]
  const { left, ...inspection } = await inspectAudio(cleanFile, type)
  const { size: bytes } = await stat(file)
  return {
    ...inspection,
    received: { ...inspection.kept, bytes },
    isSame: await isSameFile(file, cleanFile),
    // An MP3's encoder name is part of the sound and stays.
    takenOut: inContractOrder(found).filter((one) => !left.includes(one)),
  }
}

const readMetadata = (file: string, type: AudioType): Promise<TakenOut[]> =>
  withAudio(file, type, async ({ demuxer }) => metadataIn(demuxer))

async function stripTo(
  file: string,
  cleanFile: string,
  type: Exclude<AudioType, 'audio/mp4'>,
): Promise<TakenOut[]> {
  const { parts, found } = stripSound(await readFile(file), type)
  await writeFile(cleanFile, parts)
  return found
}

/** Copies nothing but the audio track into a new container. */
const copySound = (file: string, cleanFile: string, type: 'audio/mp4'): Promise<TakenOut[]> =>
  withAudio(file, type, async (source) => {
    await using target = await openTarget(cleanFile, type)
    const index = addCopy(target, source.sound, { keepsTag: true })
    let heldSeconds = 0
    for await (const packet of soundPackets(source)) {
      heldSeconds += secondsOf(packet)
      checkAudioDuration(heldSeconds)
      await target.writePacket(packet, index)
    }
    await target.writePacket(null, index)
    const { duration, timeBase } = source.sound
    checkWhole(Number(duration) * ratio(timeBase), heldSeconds)
    return metadataIn(source.demuxer)
  })

/** Inspects a cleaned file. Throws a Refusal if its beginning cannot be decoded. */
export const inspectAudio = (file: string, type: AudioType) =>
  withAudio(file, type, async (source) => {
    const { seconds: heldSeconds, soundBytes } = await readThrough(source)
    // The duration that an MP3 states is an estimate.
    const seconds = (type === 'audio/mpeg' ? 0 : source.demuxer.duration) || heldSeconds
    checkAudioDuration(seconds)
    if (type === 'audio/flac') checkWhole(seconds, heldSeconds)
    const durationMs = Math.round(seconds * 1_000)
    if (durationMs <= 0) throw new Refusal(DAMAGED_AUDIO)
    const { size: bytes } = await stat(file)
    const kept = audioFacts(source, { bytes, soundBytes, durationMs })
    return { durationMs, isPlayable: isPlainAudio(source), kept, left: metadataIn(source.demuxer) }
  })

async function readThrough(source: AudioSource): Promise<{ seconds: number; soundBytes: number }> {
  const decoder = await Decoder.create(source.sound)
  let [seconds, soundBytes, hasSamples] = [0, 0, false]
  try {
    for await (const packet of soundPackets(source)) {
      if (!hasSamples) hasSamples = holdsSamples(decoder, packet)
      seconds += secondsOf(packet)
      soundBytes += packet.size
      checkAudioDuration(seconds)
    }
    if (!hasSamples && !holdsSamples(decoder, null)) throw new Refusal(DAMAGED_AUDIO)
    return { seconds, soundBytes }
  } finally {
    decoder.close()
  }
}

const secondsOf = ({ duration, timeBase }: Packet): number => Number(duration) * ratio(timeBase)

function checkWhole(stated: number, heldSeconds: number): void {
  if (stated - heldSeconds > MISSING_SECONDS) throw new Refusal(DAMAGED_AUDIO)
}

function holdsSamples(decoder: Decoder, packet: Packet | null): boolean {
  const frames = decoder.decodeAllSync(packet)
  for (const frame of frames) frame.free()
  return frames.length > 0
}

async function withAudio<T>(
  file: string,
  type: AudioType,
  work: (source: AudioSource) => Promise<T>,
): Promise<T> {
  await using source = await openAudio(file, type)
  return await work(source)
}

const strippers: Record<Exclude<AudioType, 'audio/mp4'>, (file: Buffer) => StrippedSound> = {
  'audio/mpeg': stripMp3,
  'audio/wav': stripWav,
  'audio/ogg': stripOgg,
  'audio/flac': stripFlac,
}

/**
 * Removes titles, names, places, pictures and anything between or after the sound, which stays byte for byte. Throws
 * RangeError when the file ends too soon or contradicts itself. May write into `file`.
 */
const stripSound = (file: Buffer, type: keyof typeof strippers): StrippedSound =>
  strippers[type](file)
