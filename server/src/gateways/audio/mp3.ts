import { collectParts } from '../image/metadata/bytes.ts'
import { afterId3, beforeEndTags, id3Of, type SoundTags, type StrippedSound } from './tags.ts'

interface Mp3Frame {
  /** Length in bytes, header included. */
  bytes: number
  /** Version, layer and sample rate, which are the same in all frames of a file. */
  kind: number
}

const KBIT_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KBIT_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES = [44_100, 48_000, 32_000]
/** Indexed by the header's two bits: 2.5, reserved, 2, 1. */
const VERSIONS = [
  { kbit: KBIT_MPEG2, samples: 576, slower: 4 },
  null,
  { kbit: KBIT_MPEG2, samples: 576, slower: 2 },
  { kbit: KBIT_MPEG1, samples: 1_152, slower: 1 },
] as const
const HEADER_BYTES = 4
const LAYER_3 = 1
const RESERVED_EMPHASIS = 2

/** Returns the MP3 frame that starts at this offset, or null. */
function mp3FrameAt(file: Uint8Array, at: number): Mp3Frame | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = file.subarray(at, at + HEADER_BYTES)
  if (first !== 0xff || second < 0xe0 || ((second >> 1) & 3) !== LAYER_3) return null
  const version = VERSIONS[(second >> 3) & 3]
  // A bitrate of 0 means frames of an unstated size.
  const kbit = version?.kbit[third >> 4]
  const rate = SAMPLE_RATES[(third >> 2) & 3]
  if (!version || !kbit || !rate || (fourth & 3) === RESERVED_EMPHASIS) return null
  const padding = (third >> 1) & 1
  return {
    bytes: Math.floor((version.samples * kbit * 125) / (rate / version.slower)) + padding,
    kind: ((second & 0xfe) << 8) | (third & 0x0c),
  }
}

/** Whether the file begins with a frame, followed by a second one of its kind if that is still within these bytes. */
export function startsMp3(head: Uint8Array): boolean {
  const first = mp3FrameAt(head, 0)
  if (first === null) return false
  if (first.bytes + HEADER_BYTES > head.length) return true
  return mp3FrameAt(head, first.bytes)?.kind === first.kind
}

/**
 * Up to this many other bytes may lie between frames, as radio recorders leave them. After a larger gap the sound is
 * over.
 */
const MAX_GAP = 64 * 1024

/** Keeps only the frames, behind the tags. The first one tells how much silence the encoder added, so it stays too. */
export function stripMp3(file: Buffer, tags: SoundTags): StrippedSound {
  const parts = collectParts()
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
    // The last frame is cut off.
    if (at + frame.bytes > end) break
    parts.keep(file.subarray(at, at + frame.bytes))
    at += frame.bytes
    last = at
  }
  if (parts.all.length === 0) throw new RangeError('no frames')
  return {
    parts: [...id3Of(tags), ...parts.all],
    found: mp3FrameAt(file, last) === null && last < end ? ['rest'] : [],
  }
}

/** Finds the next frame that is followed by another one or is the last. */
function nextFrame(file: Buffer, from: number, end: number, kind?: number): number | null {
  for (let at = from; at < Math.min(end, from + MAX_GAP); at += 1) {
    const frame = file[at] === 0xff ? mp3FrameAt(file, at) : null
    if (frame === null || (kind !== undefined && frame.kind !== kind)) continue
    const next = at + frame.bytes
    if (next === end || mp3FrameAt(file, next)?.kind === frame.kind) return at
  }
  return null
}
