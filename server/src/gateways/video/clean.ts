import { stat } from 'node:fs/promises'
import type { FileFacts, TakenOut } from '@plinth/contract/media/media.ts'
import type { Av } from '../av/av.ts'
import { metadataIn, inContractOrder } from '../av/metadata.ts'
import { Refusal } from '../process/tasks.ts'
import { isSameFile, type AuthoredFile } from '../files.ts'
import { appendRights, metadataInBoxes } from '../av/mp4.ts'
import { rightsIn, tagsOf } from '../av/rights.ts'
import { hasRights, saidIn, type Rights } from '../image/metadata/rights.ts'
import { inspect, videoFacts } from './inspect.ts'
import { checkDuration, openSource, type Source } from './source.ts'
import { DAMAGED_VIDEO, type CleanVideoTask, type VideoInspection } from './video-tasks.ts'

/** A file may state a little more time than it holds: its last frame, or a track that ends earlier. */
const MISSING_SECONDS = 1
const MISSING_SHARE = 0.1

/**
 * Writes a copy with nothing but picture, sound and, where it is wanted, whose it is. Returns what the copy is and which
 * metadata was removed.
 */
export async function cleanVideo(
  av: Av,
  task: CleanVideoTask,
): Promise<VideoInspection & AuthoredFile> {
  const { file, cleanFile, type } = task
  const { received, found, rights } = await copyClean(av, task)
  const { inspection, facts: kept } = await inspect(av, cleanFile, type)
  const isSame = await isSameFile(file, cleanFile)
  const takenOut = inContractOrder(found)
  return { ...inspection, received, kept, isSame, takenOut, rights, stays: saidIn(rights) }
}

interface Copied {
  received: FileFacts
  found: TakenOut[]
  rights: Rights | null
}

/** Copies picture and sound, without titles, places, devices, chapters and other tracks. */
async function copyClean(
  av: Av,
  { file, cleanFile, type, keepsName }: CleanVideoTask,
): Promise<Copied> {
  const boxes = type === 'video/webm' ? [] : await metadataInBoxes(file)
  const { size } = await stat(file)
  await using source = await openSource(av, file, type)
  const { facts } = source.file
  const said = keepsName ? rightsIn(facts) : null
  const rights = hasRights(said) ? said : null
  const heldSeconds = await copyTracks(source, cleanFile, rights)
  if (rights !== null && type !== 'video/webm') await appendRights(cleanFile, rights)
  checkDuration(heldSeconds)
  const missingSeconds = facts.seconds - heldSeconds
  if (missingSeconds > MISSING_SECONDS && missingSeconds > facts.seconds * MISSING_SHARE) {
    throw new Refusal(DAMAGED_VIDEO)
  }
  const found = [...metadataIn(facts, { keepsName }), ...boxes]
  return { received: videoFacts(source, size), found, rights }
}

/** Returns the seconds from the first moment to the last. */
async function copyTracks(
  { file, type, picture, sound }: Source,
  cleanFile: string,
  rights: Rights | null,
) {
  let [first, last] = [Infinity, -Infinity]
  const tracks = sound === null ? [picture] : [picture, sound]
  const target = { file: cleanFile, type, tags: tagsOf(rights) }
  await file.copy(target, tracks, ({ start, seconds }) => {
    if (start === null) return
    first = Math.min(first, start)
    last = Math.max(last, start + seconds)
    checkDuration(last - first)
  })
  return Math.max(0, last - first)
}
