import { passedUnits, type FrameTimes } from '@plinth/contract/projects/frames.ts'

/** When a frame begins, and its middle, in seconds: at its very beginning browsers may still show the one before. */
interface Frame {
  start: number
  middle: number
}

/** How long the last frame is if there is no other. */
const LONGEST = 0.04

export function framesOf(frames: FrameTimes | null): Frame[] {
  if (frames === null) return []
  const [numerator, denominator] = frames.unit
  const starts = passedUnits(frames).map((units) => (units * numerator) / denominator)
  return starts.map((start, at) => {
    // The last one is taken for as long as the one before.
    const before = starts[at - 1]
    const end = starts[at + 1] ?? (before === undefined ? start + LONGEST : 2 * start - before)
    return { start, middle: (start + end) / 2 }
  })
}

/** The middle of the frame after the one that is shown at this time, or of the one before; null if there are no frames. */
export function frameAfter(frames: readonly Frame[], time: number, by: 1 | -1): number | null {
  // Times of films are kept with less than a microsecond.
  const at = frames.findLastIndex(({ start }) => start <= time + 1e-6)
  const next = Math.min(Math.max(at + by, 0), frames.length - 1)
  return frames[next]?.middle ?? null
}
