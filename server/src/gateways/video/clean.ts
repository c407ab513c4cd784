import { stat } from 'node:fs/promises'
import type { VideoType } from '@plinth/contract/media/file-types.ts'
import type { FileFacts, TakenOut } from '@plinth/contract/media/media.ts'
import type { Av } from '../av/av.ts'
import { metadataIn, inContractOrder } from '../av/metadata.ts'
import { Refusal } from '../process/tasks.ts'
import { isSameFile, type CleanedFile } from '../files.ts'
import { metadataInBoxes } from '../av/mp4.ts'
import { inspect, videoFacts } from './inspect.ts'
import { checkDuration, openSource, type Source } from './source.ts'
import { DAMAGED_VIDEO, type VideoInspection } from './video-tasks.ts'

/** A file may state a little more time than it holds: its last frame, or a track that ends earlier. */
const MISSING_SECONDS = 1
const MISSING_SHARE = 0.1

/** Writes a copy with nothing but picture and sound. Returns what the copy is and which metadata was removed. */
export async function cleanVideo(
  av: Av,
  file: string,
  cleanFile: string,
  type: VideoType,
): Promise<VideoInspection & CleanedFile> {
  const { received, found } = await copyClean(av, file, cleanFile, type)
  const { inspection, facts: kept } = await inspect(av, cleanFile, type)
  const isSame = await isSameFile(file, cleanFile)
  return { ...inspection, received, kept, isSame, takenOut: inContractOrder(found) }
}

/** Copies picture and sound, without titles, places, devices, chapters and other tracks. */
async function copyClean(
  av: Av,
  file: string,
  cleanFile: string,
  type: VideoType,
): Promise<{ received: FileFacts; found: TakenOut[] }> {
  const boxes = type === 'video/webm' ? [] : await metadataInBoxes(file)
  const { size } = await stat(file)
  await using source = await openSource(av, file, type)
  const { facts } = source.file
  const heldSeconds = await copyTracks(source, cleanFile)
  checkDuration(heldSeconds)
  const missingSeconds = facts.seconds - heldSeconds
  if (missingSeconds > MISSING_SECONDS && missingSeconds > facts.seconds * MISSING_SHARE) {
    throw new Refusal(DAMAGED_VIDEO)
  }
  return { received: videoFacts(source, size), found: [...metadataIn(facts), ...boxes] }
}

/** Returns the seconds from the first moment to the last. */
async function copyTracks({ file, type, picture, sound }: Source, cleanFile: string) {
  let [first, last] = [Infinity, -Infinity]
  const tracks = sound === null ? [picture] : [picture, sound]
  await file.copy({ file: cleanFile, type }, tracks, ({ start, seconds }) => {
    if (start === null) return
    first = Math.min(first, start)
    last = Math.max(last, start + seconds)
    checkDuration(last - first)
  })
  return Math.max(0, last - first)
}
