import { mp3FrameAt } from './audio-mp3-frame.ts'
import type { StrippedSound } from './audio-stripped.ts'
import { afterId3, beforeEndTags } from './audio-tags.ts'
import { collectPieces } from '../image/metadata/byte-pieces.ts'

/** Between frames so much may lie that is none, as radio recorders leave it; then the piece is over. */
const MAX_GAP = 64 * 1024

/** Keeps the frames alone, the first of them included, which says how much silence encoders put around a piece. */
export function stripMp3(file: Buffer): StrippedSound {
  const pieces = collectPieces()
  const start = afterId3(file, 0)
  const end = beforeEndTags(file)
  let at = nextFrame(file, start, end)
  const kind = at === null ? undefined : mp3FrameAt(file, at)?.kind
  let last = start
  while (at !== null) {
    const frame = mp3FrameAt(file, at)
    if (frame === null || frame.kind !== kind) {
      at = nextFrame(file, at, end, kind)
      continue
    }
    // Cut off within its last frame.
    if (at + frame.bytes > end) break
    pieces.keep(file.subarray(at, at + frame.bytes))
    at += frame.bytes
    last = at
  }
  if (pieces.all.length === 0) throw new RangeError('no frames')
  return {
    pieces: pieces.all,
    found: mp3FrameAt(file, last) === null && last < end ? ['rest'] : [],
  }
}

/** Where the next frame starts that another one follows, or that is the last. */
function nextFrame(file: Buffer, from: number, end: number, kind?: number): number | null {
  for (let at = from; at < Math.min(end, from + MAX_GAP); at += 1) {
    const frame = file[at] === 0xff ? mp3FrameAt(file, at) : null
    if (frame === null || (kind !== undefined && frame.kind !== kind)) continue
    const next = at + frame.bytes
    if (next === end || mp3FrameAt(file, next)?.kind === frame.kind) return at
  }
  return null
}
