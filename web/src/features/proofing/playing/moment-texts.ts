import {
  frameOfUnits,
  frameTable,
  rateWords,
  shortTimeCode,
  type FrameTable,
} from '@plinth/contract/projects/frame-table.ts'
import type { FrameTimes } from '@plinth/contract/projects/frames.ts'
import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { counted } from '../../../lib/format/format.ts'
import { soundTime } from '../sound/scale.ts'
import { playingTexts } from './playing-texts.ts'

/** A long film has many frames, and each of its comments asks. */
const tables = new WeakMap<FrameTimes, FrameTable>()

function tableOf(frames: FrameTimes): FrameTable {
  const known = tables.get(frames)
  if (known !== undefined) return known
  const made = frameTable(frames)
  tables.set(frames, made)
  return made
}

/** `05:03`, `01:10 to 02:20`: when something is in a film or a sound; null for anything else. */
export function momentWords(
  { kind, frames }: Pick<ProofVersion, 'kind' | 'frames'>,
  { from, to }: { from: number | null; to: number | null },
): string | null {
  if (from === null) return null
  const one = (kept: number): string | null => {
    if (kind === 'audio') return soundTime(kept)
    if (frames === null) return null
    const table = tableOf(frames)
    return shortTimeCode(table, frameOfUnits(table, kept))
  }
  const [begin, end] = [one(from), to === null ? null : one(to)]
  return begin === null || end === null ? begin : playingTexts.span(begin, end)
}

/** `6 seconds, 25 frames a second`: what people ask first about a film or a sound; null for anything else. */
export function playedWords({
  proof,
  frames,
}: Pick<ProofVersion, 'proof' | 'frames'>): string | null {
  const ms = proof?.film?.durationMs ?? proof?.sound?.durationMs
  if (ms === undefined) return null
  const seconds = Math.max(1, Math.round(ms / 1_000))
  const length =
    seconds < 60
      ? counted(seconds, 'second')
      : playingTexts.length(Math.floor(seconds / 60), seconds % 60)
  return frames === null ? length : `${length}, ${rateWords(tableOf(frames))}`
}
