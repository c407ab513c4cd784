import { readFile, stat, writeFile } from 'node:fs/promises'
import type { AudioType } from '@plinth/contract/media/file-types.ts'
import type { TakenOut } from '@plinth/contract/media/media.ts'
import type { Av } from '../av/av.ts'
import { metadataIn, inContractOrder } from '../av/metadata.ts'
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
  type AudioSource,
} from './source.ts'
import type { StrippedSound } from './tags.ts'
import { stripWav } from './wav.ts'

/** A file may state a little more time than it holds. */
const MISSING_SECONDS = 0.25

export async function cleanAudio(
  av: Av,
  file: string,
  cleanFile: string,
  type: AudioType,
): Promise<CleanedAudio> {
  const found =
    type === 'audio/mp4'
      ? await copySound(av, file, cleanFile, type)
      : [...(await readMetadata(av, file, type)), ...(await stripTo(file, cleanFile, type))]
  const { left, ...inspection } = await inspectAudio(av, cleanFile, type)
  const { size: bytes } = await stat(file)
  return {
    ...inspection,
    received: { ...inspection.kept, bytes },
    isSame: await isSameFile(file, cleanFile),
    // An MP3's encoder name is part of the sound and stays.
    takenOut: inContractOrder(found).filter((one) => !left.includes(one)),
  }
}

const readMetadata = (av: Av, path: string, type: AudioType): Promise<TakenOut[]> =>
  withAudio(av, path, type, async ({ file }) => metadataIn(file.facts))

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
const copySound = (
  av: Av,
  path: string,
  cleanFile: string,
  type: 'audio/mp4',
): Promise<TakenOut[]> =>
  withAudio(av, path, type, async ({ file, sound }) => {
    let heldSeconds = 0
    await file.copy({ file: cleanFile, type }, [sound], ({ seconds }) => {
      heldSeconds += seconds
      checkAudioDuration(heldSeconds)
    })
    checkWhole(sound.seconds, heldSeconds)
    return metadataIn(file.facts)
  })

/** Inspects a cleaned file. Throws a Refusal if its beginning cannot be decoded. */
export const inspectAudio = (av: Av, path: string, type: AudioType) =>
  withAudio(av, path, type, async (source) => {
    const { facts } = source.file
    const { seconds: heldSeconds, soundBytes } = await readThrough(source)
    // The duration that an MP3 states is an estimate.
    const seconds = (type === 'audio/mpeg' ? 0 : facts.seconds) || heldSeconds
    checkAudioDuration(seconds)
    if (type === 'audio/flac') checkWhole(seconds, heldSeconds)
    const durationMs = Math.round(seconds * 1_000)
    if (durationMs <= 0) throw new Refusal(DAMAGED_AUDIO)
    const { size: bytes } = await stat(path)
    const kept = audioFacts(source, { bytes, soundBytes, durationMs })
    return { durationMs, isPlayable: isPlainAudio(source), kept, left: metadataIn(facts) }
  })

async function readThrough({
  file,
  sound,
}: AudioSource): Promise<{ seconds: number; soundBytes: number }> {
  let [seconds, soundBytes] = [0, 0]
  const hasSamples = await file.holdsFrame(sound, (packet) => {
    seconds += packet.seconds
    soundBytes += packet.bytes
    checkAudioDuration(seconds)
  })
  if (!hasSamples) throw new Refusal(DAMAGED_AUDIO)
  return { seconds, soundBytes }
}

function checkWhole(stated: number, heldSeconds: number): void {
  if (stated - heldSeconds > MISSING_SECONDS) throw new Refusal(DAMAGED_AUDIO)
}

async function withAudio<T>(
  av: Av,
  path: string,
  type: AudioType,
  work: (source: AudioSource) => Promise<T>,
): Promise<T> {
  await using source = await openAudio(av, path, type)
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
