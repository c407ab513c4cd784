import type { MarkPlace, MarkShape, ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofMarks, ProofThing, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { MAX_PATH_POINTS } from '@plinth/contract/limits.ts'

/** Adds what was read to what is known. Of a mark that is in both, the later change counts. */
export function mergeMarks(known: ProofMarks | undefined, read: ProofMarks): ProofMarks {
  if (known === undefined) return { ...read, marks: read.marks.filter(({ isGone }) => !isGone) }
  const byId = new Map(known.marks.map((mark) => [mark.id, mark]))
  for (const mark of read.marks) {
    const before = byId.get(mark.id)
    if (before !== undefined && before.change > mark.change) continue
    byId.delete(mark.id)
    if (!mark.isGone) byId.set(mark.id, mark)
  }
  const marks = [...byId.values()].toSorted(
    (one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id),
  )
  return { changes: Math.max(known.changes, read.changes), marks }
}

export type Drawn = Pick<MarkPlace, 'shape' | 'points'>
/** What can be drawn. */
export type Tool = Exclude<MarkShape, 'whole'>

export type Shown = 'open' | 'done'

/** A mark on a picture: of the version that is shown, or of an older one. */
export interface ShownMark {
  mark: ProofMark
  /** The number of the older version that it was made on; null if it is about this one. */
  olderVersion: number | null
}

export const isOpen = ({ state }: ProofMark): boolean => state === 'open'

/** The marks of a version in the order of their numbers, and behind them those of older ones. */
export function marksOf(
  marks: readonly ProofMark[],
  { versions }: ProofThing,
  version: ProofVersion,
): ShownMark[] {
  const own = marks.filter(({ versionId }) => versionId === version.id)
  const older = versions
    .filter(({ number }) => number < version.number)
    .flatMap(({ id, number }) =>
      marks
        .filter(({ versionId }) => versionId === id)
        .toSorted((one, other) => one.number - other.number)
        .map((mark) => ({ mark, olderVersion: number })),
    )
  return [
    ...own
      .toSorted((one, other) => one.number - other.number)
      .map((mark) => ({ mark, olderVersion: null })),
    ...older,
  ]
}

/** How much of a second, a frame or a page a place has in common with what is shown. */
export function isOnMoment(
  { page, from, to }: MarkPlace,
  moment: { page: number | null; from: number | null },
): boolean {
  if (page !== null) return page === moment.page
  if (from === null) return true
  if (moment.from === null) return false
  return to === null ? from === moment.from : from <= moment.from && moment.from <= to
}

export interface Spot {
  x: number
  y: number
}

const within = (value: number): number => Math.min(1, Math.max(0, value))
export const inside = ({ x, y }: Spot): Spot => ({ x: within(x), y: within(y) })

/** Where the pin of a place stands: at its point, a box's corner, an arrow's tip, the end of a line. */
export function pinOf({ shape, points }: Pick<MarkPlace, 'shape' | 'points'>): Spot | null {
  const [a, b, c, d] = points
  if (a === undefined || b === undefined) return null
  if (shape === 'arrow' && c !== undefined && d !== undefined) return { x: c, y: d }
  if (shape === 'line') return { x: points.at(-2) ?? a, y: points.at(-1) ?? b }
  return { x: a, y: b }
}

/** Smaller than this a box or an arrow was a click. */
const LEAST = 0.006

/** The points of a shape that was drawn from spot to spot; null if that is too little to be one. */
export function drawn(shape: MarkShape, spots: readonly Spot[]): number[] | null {
  const [first] = spots
  const last = spots.at(-1)
  if (first === undefined || last === undefined) return null
  if (shape === 'point') return [first.x, first.y]
  const size = Math.max(Math.abs(last.x - first.x), Math.abs(last.y - first.y))
  switch (shape) {
    case 'box': {
      if (Math.abs(last.x - first.x) < LEAST || Math.abs(last.y - first.y) < LEAST) return null
      const [left, top] = [Math.min(first.x, last.x), Math.min(first.y, last.y)]
      return [left, top, Math.abs(last.x - first.x), Math.abs(last.y - first.y)]
    }
    case 'arrow':
      return size < LEAST ? null : [first.x, first.y, last.x, last.y]
    case 'line': {
      const path = thinned(spots, MAX_PATH_POINTS)
      return path.length < 2 ? null : path.flatMap(({ x, y }) => [x, y])
    }
    default:
      return null
  }
}

/** A path with at most so many corners. Those that change its form least are left out (Ramer, Douglas and Peucker). */
export function thinned(spots: readonly Spot[], most: number): Spot[] {
  for (let tolerance = 0.0008; ; tolerance *= 2) {
    const path = simplified(spots, tolerance)
    if (path.length <= most) return path
  }
}

function simplified(spots: readonly Spot[], tolerance: number): Spot[] {
  const [first] = spots
  const last = spots.at(-1)
  if (first === undefined || last === undefined || spots.length < 3) return [...spots]
  let farthest = 0
  let at = 0
  for (let one = 1; one < spots.length - 1; one += 1) {
    const away = distance(spots[one] ?? first, first, last)
    if (away > farthest) [farthest, at] = [away, one]
  }
  if (farthest <= tolerance) return [first, last]
  return [
    ...simplified(spots.slice(0, at + 1), tolerance).slice(0, -1),
    ...simplified(spots.slice(at), tolerance),
  ]
}

/** How far a spot is from the line between two others. */
function distance(spot: Spot, from: Spot, to: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share =
    length === 0 ? 0 : within(((spot.x - from.x) * dx + (spot.y - from.y) * dy) / length)
  return Math.hypot(spot.x - from.x - share * dx, spot.y - from.y - share * dy)
}
