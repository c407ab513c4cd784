import { readFile, stat, writeFile } from 'node:fs/promises'
import type { AudioType } from '@plinth/contract/media/file-types.ts'
import type { TakenOut } from '@plinth/contract/media/media.ts'
import type { Av } from '../av/av.ts'
import { metadataIn, inContractOrder } from '../av/metadata.ts'
import { appendRights } from '../av/mp4.ts'
import { rightsIn, tagsOf } from '../av/rights.ts'
import { isSameFile } from '../files.ts'
import { hasRights, saidIn, type Rights } from '../image/metadata/rights.ts'
import { Refusal } from '../process/tasks.ts'
import { DAMAGED_AUDIO, type CleanAudioTask, type CleanedAudio } from './audio-tasks.ts'
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
import type { SoundTags, StrippedSound } from './tags.ts'
import { stripWav } from './wav.ts'

/** A file may state a little more time than it holds. */
const MISSING_SECONDS = 0.25

export async function cleanAudio(av: Av, task: CleanAudioTask): Promise<CleanedAudio> {
  const { file, cleanFile, type, keepsName } = task
  const { found, rights } =
    type === 'audio/mp4' ? await copySound(av, task, type) : await stripTo(av, task, type)
  const { facts, ...inspection } = await inspectAudio(av, cleanFile, type)
  const left = metadataIn(facts, { keepsName })
  const { size: bytes } = await stat(file)
  return {
    ...inspection,
    received: { ...inspection.kept, bytes },
    isSame: await isSameFile(file, cleanFile),
    // An MP3's encoder name is part of the sound and stays.
    takenOut: inContractOrder(found).filter((one) => !left.includes(one)),
    rights,
    stays: saidIn(rights),
  }
}

interface Found {
  found: TakenOut[]
  rights: Rights | null
}

/** What a file's tags say, and whose it is if that stays. */
function foundIn({ file: { facts } }: AudioSource, { keepsName }: CleanAudioTask): Found {
  const rights = keepsName ? rightsIn(facts) : null
  return { found: metadataIn(facts, { keepsName }), rights: hasRights(rights) ? rights : null }
}

async function stripTo(
  av: Av,
  task: CleanAudioTask,
  type: Exclude<AudioType, 'audio/mp4'>,
): Promise<Found> {
  const { file, cleanFile } = task
  const { found, rights } = await withAudio(av, file, type, async (source) => foundIn(source, task))
  const stripped = stripSound(await readFile(file), type, tagsOf(rights))
  await writeFile(cleanFile, stripped.parts)
  return { found: [...found, ...stripped.found], rights }
}

/** Copies nothing but the audio track into a new container. */
const copySound = (av: Av, task: CleanAudioTask, type: 'audio/mp4'): Promise<Found> =>
  withAudio(av, task.file, type, async (source) => {
    const { file, sound } = source
    const { found, rights } = foundIn(source, task)
    const target = { file: task.cleanFile, type, tags: tagsOf(rights) }
    let heldSeconds = 0
    await file.copy(target, [sound], ({ seconds }) => {
      heldSeconds += seconds
      checkAudioDuration(heldSeconds)
    })
    checkWhole(sound.seconds, heldSeconds)
    if (rights !== null) await appendRights(task.cleanFile, rights)
    return { found, rights }
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
    return { durationMs, isPlayable: isPlainAudio(source), kept, facts }
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

type Stripper = (file: Buffer, tags: SoundTags) => StrippedSound

const strippers: Record<Exclude<AudioType, 'audio/mp4'>, Stripper> = {
  'audio/mpeg': stripMp3,
  'audio/wav': stripWav,
  'audio/ogg': stripOgg,
  'audio/flac': stripFlac,
}

/**
 * Replaces titles, names, places, pictures and anything between or after the sound with these tags. The sound stays byte
 * for byte. Throws
 * RangeError when the file ends too soon or contradicts itself. May write into `file`.
 */
const stripSound = (file: Buffer, type: keyof typeof strippers, tags: SoundTags): StrippedSound =>
  strippers[type](file, tags)
