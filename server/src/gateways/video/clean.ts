import { stat } from 'node:fs/promises'
import type { VideoType } from '@plinth/contract/media/file-types.ts'
import type { FileFacts, TakenOut } from '@plinth/contract/media/media.ts'
import type { Muxer } from 'node-av/api'
import { AV_NOPTS_VALUE } from 'node-av/constants'
import type { Packet } from 'node-av/lib'
import { metadataIn, inContractOrder } from '../av/metadata.ts'
import { packetsOf, ratio } from '../av/packets.ts'
import { addCopy, openTarget } from '../av/tracks.ts'
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
  file: string,
  cleanFile: string,
  type: VideoType,
): Promise<VideoInspection & CleanedFile> {
  const { received, found } = await copyClean(file, cleanFile, type)
  const { inspection, facts: kept } = await inspect(cleanFile, type)
  const isSame = await isSameFile(file, cleanFile)
  return { ...inspection, received, kept, isSame, takenOut: inContractOrder(found) }
}

/** Copies picture and sound, without titles, places, devices, chapters and other tracks. */
async function copyClean(
  file: string,
  cleanFile: string,
  type: VideoType,
): Promise<{ received: FileFacts; found: TakenOut[] }> {
  const boxes = type === 'video/webm' ? [] : await metadataInBoxes(file)
  const { size } = await stat(file)
  await using source = await openSource(file, type)
  await using target = await openTarget(cleanFile, type)
  const statedSeconds = source.demuxer.duration
  const heldSeconds = await copyTracks(source, target)
  checkDuration(heldSeconds)
  const missingSeconds = statedSeconds - heldSeconds
  if (missingSeconds > MISSING_SECONDS && missingSeconds > statedSeconds * MISSING_SHARE) {
    throw new Refusal(DAMAGED_VIDEO)
  }
  return { received: videoFacts(source, size), found: [...metadataIn(source.demuxer), ...boxes] }
}

/** Returns the seconds from the first moment to the last. */
async function copyTracks(source: Source, target: Muxer): Promise<number> {
  const tracks = new Map<number, number>()
  for (const stream of [source.picture, source.sound]) {
    if (stream !== null) tracks.set(stream.index, addCopy(target, stream, { keepsTag: true }))
  }
  let [first, last] = [Infinity, -Infinity]
  for await (const packet of packetsOf(source.demuxer, DAMAGED_VIDEO)) {
    const index = tracks.get(packet.streamIndex)
    if (index === undefined) continue
    const { start, end } = timesOf(packet)
    if (start < first) first = start
    if (end > last) last = end
    checkDuration(last - first)
    await target.writePacket(packet, index)
  }
  for (const index of tracks.values()) await target.writePacket(null, index)
  return Math.max(0, last - first)
}

function timesOf({ pts, duration, timeBase }: Packet): { start: number; end: number } {
  if (pts === AV_NOPTS_VALUE) return { start: Infinity, end: -Infinity }
  const unit = ratio(timeBase)
  return { start: Number(pts) * unit, end: Number(pts + duration) * unit }
}
