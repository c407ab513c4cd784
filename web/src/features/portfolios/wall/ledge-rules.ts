import { ratioOf } from '../../../lib/media/wall-order.ts'

interface Framed {
  id: string
  picture: { width: number; height: number }
}

export interface OnLedge<W> {
  work: W
  /** CSS pixels where the row has its full width. */
  height: number
}

/** How a row stands, in CSS pixels where it has its full width. */
export interface RowSize {
  lowest: number
  highest: number
  gap: number
}
export const FEATURED_ROW: RowSize = { lowest: 170, highest: 350, gap: 20 }
/** Three works size taller than a dozen. */
export const PROFILE_ROW: RowSize = { lowest: 220, highest: 440, gap: 24 }
/** The full width of the row: the grid of 1344 px. */
export const LEDGE_WIDTH = 1_344
/** What a work needs for the price and the badge on its placard. */
const NARROWEST = 168

/** A number from 0 to 1 that belongs to the id for ever: every visit finds the same skyline. */
function fractionOf(id: string): number {
  let hash = 2_166_136_261
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 16_777_619)
  }
  return ((hash >>> 0) % 1_000) / 1_000
}

const lowestOf = (work: Framed, { lowest, highest }: RowSize) =>
  Math.min(Math.max(lowest, NARROWEST / ratioOf(work.picture)), highest)

/** Uprights size tall and wide works low, each with its own share of chance. */
function idealHeight(work: Framed, size: RowSize): number {
  const ratio = ratioOf(work.picture)
  const share = ratio <= 1 ? 0.5 : ratio <= 1.6 ? 0.2 : 0
  const height = size.lowest + (size.highest - size.lowest) * (share + 0.5 * fractionOf(work.id))
  return Math.max(height, lowestOf(work, size))
}

const widthOf = (works: readonly Framed[], heights: readonly number[]) =>
  works.reduce((sum, work, index) => sum + ratioOf(work.picture) * (heights[index] ?? 0), 0)

/** How many of the works, from the first, can size in the row at their lowest. */
function countThatFits(works: readonly Framed[], size: RowSize): number {
  let width = -size.gap
  for (const [index, work] of works.entries()) {
    width += ratioOf(work.picture) * lowestOf(work, size) + size.gap
    if (width > LEDGE_WIDTH) return Math.max(index, 1)
  }
  return works.length
}

/**
 * Heights within the size's limits, varied but always the same for the same works. Those that fit
 * together fill the row to its end; the rest follow when the row is pushed sideways.
 */
export function arrangeOnLedge<W extends Framed>(works: readonly W[], size: RowSize): OnLedge<W>[] {
  const fitting = works.slice(0, countThatFits(works, size))
  const room = LEDGE_WIDTH - size.gap * (fitting.length - 1)
  const held = (work: Framed, height: number) =>
    Math.min(Math.max(height, lowestOf(work, size)), size.highest)
  let scale = 1
  let heights = works.map((work) => idealHeight(work, size))
  // Each round scales them all; those held at a limit leave their share to the others.
  for (let round = 0; round < 8; round += 1) {
    scale *= room / widthOf(fitting, heights)
    heights = works.map((work) => held(work, idealHeight(work, size) * scale))
  }
  return works.map((work, index) => ({
    work,
    height: Math.floor(heights[index] ?? size.lowest),
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
