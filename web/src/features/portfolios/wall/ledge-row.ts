import { ratioOf } from '../../../lib/media/wall.ts'

interface Standing {
  id: string
  picture: { width: number; height: number }
}

export interface OnLedge<W> {
  work: W
  /** CSS pixels where the row has its full width. */
  height: number
}

/** How a row stands, in CSS pixels where it has its full width. */
export interface Stand {
  lowest: number
  highest: number
  gap: number
}
export const FEATURED_STAND: Stand = { lowest: 170, highest: 350, gap: 20 }
/** Three works stand taller than a dozen. */
export const PROFILE_STAND: Stand = { lowest: 220, highest: 440, gap: 24 }
/** The full width of the row: the grid of 1344 px. */
export const LEDGE_WIDTH = 1_344
/** What a work needs for the price and the badge on its placard. */
const NARROWEST = 168

/** A number from 0 to 1 that belongs to the id for ever: every visit finds the same skyline. */
function lotOf(id: string): number {
  let hash = 2_166_136_261
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 16_777_619)
  }
  return ((hash >>> 0) % 1_000) / 1_000
}

const lowestOf = (work: Standing, { lowest, highest }: Stand) =>
  Math.min(Math.max(lowest, NARROWEST / ratioOf(work.picture)), highest)

/** Uprights stand tall and wide works low, each with its own share of chance. */
function wishedHeight(work: Standing, stand: Stand): number {
  const ratio = ratioOf(work.picture)
  const share = ratio <= 1 ? 0.5 : ratio <= 1.6 ? 0.2 : 0
  const height = stand.lowest + (stand.highest - stand.lowest) * (share + 0.5 * lotOf(work.id))
  return Math.max(height, lowestOf(work, stand))
}

const widthOf = (works: readonly Standing[], heights: readonly number[]) =>
  works.reduce((sum, work, index) => sum + ratioOf(work.picture) * (heights[index] ?? 0), 0)

/** How many of the works, from the first, can stand in the row at their lowest. */
function countThatFits(works: readonly Standing[], stand: Stand): number {
  let width = -stand.gap
  for (const [index, work] of works.entries()) {
    width += ratioOf(work.picture) * lowestOf(work, stand) + stand.gap
    if (width > LEDGE_WIDTH) return Math.max(index, 1)
  }
  return works.length
}

/**
 * Heights within the stand's limits, varied but always the same for the same works. Those that fit
 * together fill the row to its end; the rest follow when the row is pushed sideways.
 */
export function standOnLedge<W extends Standing>(works: readonly W[], stand: Stand): OnLedge<W>[] {
  const fitting = works.slice(0, countThatFits(works, stand))
  const room = LEDGE_WIDTH - stand.gap * (fitting.length - 1)
  const held = (work: Standing, height: number) =>
    Math.min(Math.max(height, lowestOf(work, stand)), stand.highest)
  let scale = 1
  let heights = works.map((work) => wishedHeight(work, stand))
  // Each round scales them all; those held at a limit leave their share to the others.
  for (let round = 0; round < 8; round += 1) {
    scale *= room / widthOf(fitting, heights)
    heights = works.map((work) => held(work, wishedHeight(work, stand) * scale))
  }
  return works.map((work, index) => ({
    work,
    height: Math.floor(heights[index] ?? stand.lowest),
  }))
}

/** For rows that are pushed sideways from the start: the tallest leads, the others keep their order. */
export function tallestFirst<W>(row: readonly OnLedge<W>[]): OnLedge<W>[] {
  let tallest = row[0]
  if (tallest === undefined) return []
  for (const one of row) if (one.height > tallest.height) tallest = one
  const leader = tallest
  return [leader, ...row.filter((one) => one !== leader)]
}
