import { FEATURED_HEIGHTS, PROFILE_HEIGHTS } from '@plinth/contract/media/sizes.ts'
import { ratioOf } from '../../../lib/media/wall.ts'

interface Framed {
  id: string
  picture: { width: number; height: number }
}

export interface OnLedge<W> {
  work: W
  /** CSS pixels at the row's full width. */
  height: number
}

/** Limits of a row, in CSS pixels at its full width. */
export interface RowSize {
  lowest: number
  highest: number
  highestOnPhone: number
  gap: number
}
export const FEATURED_ROW: RowSize = { ...FEATURED_HEIGHTS, lowest: 170, gap: 20 }
export const PROFILE_ROW: RowSize = { ...PROFILE_HEIGHTS, lowest: 220, gap: 24 }
/** The full width of the row: the grid of 1344 px. */
export const LEDGE_WIDTH = 1_344
/** The width that a placard needs for all its parts. */
const NARROWEST = 225
/** A very tall work may be this much higher than the others for it. */
const TALLEST = 1.5

/** A number from 0 to 1 derived from the id, so that the row looks the same on every visit. */
function fractionOf(id: string): number {
  let hash = 2_166_136_261
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 16_777_619)
  }
  return ((hash >>> 0) % 1_000) / 1_000
}

const lowestOf = (work: Framed, { lowest, highest }: RowSize) =>
  Math.min(Math.max(lowest, Math.ceil(NARROWEST / ratioOf(work.picture))), TALLEST * highest)

/** Upright works are tall and wide ones low, with some variation for each. */
function idealHeight(work: Framed, size: RowSize): number {
  const ratio = ratioOf(work.picture)
  const share = ratio <= 1 ? 0.5 : ratio <= 1.6 ? 0.2 : 0
  const height = size.lowest + (size.highest - size.lowest) * (share + 0.5 * fractionOf(work.id))
  return Math.max(height, lowestOf(work, size))
}

const widthOf = (works: readonly Framed[], heights: readonly number[]) =>
  works.reduce((sum, work, index) => sum + ratioOf(work.picture) * (heights[index] ?? 0), 0)

/** How many of the first works fit into the row at their lowest height. */
function countThatFits(works: readonly Framed[], size: RowSize): number {
  let width = -size.gap
  for (const [index, work] of works.entries()) {
    width += ratioOf(work.picture) * lowestOf(work, size) + size.gap
    if (width > LEDGE_WIDTH) return Math.max(index, 1)
  }
  return works.length
}

/**
 * Heights within the row's limits, varied but always the same for the same works. The works that fit fill the row
 * exactly; the others appear when it is scrolled sideways.
 */
export function arrangeOnLedge<W extends Framed>(works: readonly W[], size: RowSize): OnLedge<W>[] {
  const fitting = works.slice(0, countThatFits(works, size))
  const available = LEDGE_WIDTH - size.gap * (fitting.length - 1)
  const clamped = (work: Framed, height: number) =>
    Math.max(Math.min(height, size.highest), lowestOf(work, size))
  let scale = 1
  let heights = works.map((work) => idealHeight(work, size))
  // Each round scales all works. Those at a limit leave the rest of the width to the others.
  for (let round = 0; round < 8; round += 1) {
    scale *= available / widthOf(fitting, heights)
    heights = works.map((work) => clamped(work, idealHeight(work, size) * scale))
  }
  return works.map((work, index) => ({
    work,
    height: Math.floor(heights[index] ?? size.lowest),
  }))
}

/** The tallest work, which comes first in rows that always scroll sideways. Undefined without works. */
export function tallestOf<W>(row: readonly OnLedge<W>[]): W | undefined {
  let tallest = row[0]
  for (const one of row) if (tallest === undefined || one.height > tallest.height) tallest = one
  return tallest?.work
}
