import { ratioOf } from './wall-order.ts'

interface Standing {
  id: string
  picture: { width: number; height: number }
}

export interface OnLedge<W> {
  work: W
  /** CSS pixels where the row has its full width. */
  height: number
}

export const LOWEST = 170
export const HIGHEST = 350
export const LEDGE_GAP = 20
/** The full width of the row: the grid of 1344 px. */
export const LEDGE_WIDTH = 1_344
/** What a work needs for the price and the badge on its placard. */
const NARROWEST = 150

/** A number from 0 to 1 that belongs to the id for ever: every visit finds the same skyline. */
function lotOf(id: string): number {
  let hash = 2_166_136_261
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 16_777_619)
  }
  return ((hash >>> 0) % 1_000) / 1_000
}

const lowestOf = (work: Standing) =>
  Math.min(Math.max(LOWEST, NARROWEST / ratioOf(work.picture)), HIGHEST)

/** Uprights stand tall and wide works low, each with its own share of chance. */
function wishedHeight(work: Standing): number {
  const ratio = ratioOf(work.picture)
  const share = ratio <= 1 ? 0.5 : ratio <= 1.6 ? 0.2 : 0
  const height = LOWEST + (HIGHEST - LOWEST) * (share + 0.5 * lotOf(work.id))
  return Math.max(height, lowestOf(work))
}

const widthOf = (works: readonly Standing[], heights: readonly number[]) =>
  works.reduce((sum, work, index) => sum + ratioOf(work.picture) * (heights[index] ?? LOWEST), 0)

/** How many of the works, from the first, can stand in the row at their lowest. */
function countThatFits(works: readonly Standing[]): number {
  let width = -LEDGE_GAP
  for (const [index, work] of works.entries()) {
    width += ratioOf(work.picture) * lowestOf(work) + LEDGE_GAP
    if (width > LEDGE_WIDTH) return Math.max(index, 1)
  }
  return works.length
}

/**
 * Heights between 170 and 350 px, varied but always the same for the same works. Those that fit
 * together fill the row to its end; the rest follow when the row is pushed sideways.
 */
export function standOnLedge<W extends Standing>(works: readonly W[]): OnLedge<W>[] {
  const fitting = works.slice(0, countThatFits(works))
  const room = LEDGE_WIDTH - LEDGE_GAP * (fitting.length - 1)
  const held = (work: Standing, height: number) =>
    Math.min(Math.max(height, lowestOf(work)), HIGHEST)
  let scale = 1
  let heights = works.map(wishedHeight)
  // Each round scales them all; those held at a limit leave their share to the others.
  for (let round = 0; round < 8; round += 1) {
    scale *= room / widthOf(fitting, heights)
    heights = works.map((work) => held(work, wishedHeight(work) * scale))
  }
  return works.map((work, index) => ({ work, height: Math.floor(heights[index] ?? LOWEST) }))
}

/** For rows that are pushed sideways from the start: the tallest leads, the others keep their order. */
export function tallestFirst<W>(row: readonly OnLedge<W>[]): OnLedge<W>[] {
  let tallest = row[0]
  if (tallest === undefined) return []
  for (const one of row) if (one.height > tallest.height) tallest = one
  const leader = tallest
  return [leader, ...row.filter((one) => one !== leader)]
}
