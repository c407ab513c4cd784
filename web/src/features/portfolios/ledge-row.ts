import { ratioOf } from './wall-order.ts'

interface Standing {
  id: string
  picture: { width: number; height: number }
}

const LOWEST = 220
const HIGHEST = 350
const GAP = 20
/** Width the row fills at 1440: the grid of 1344 px. */
const ROW_WIDTH = 1_344
/** What one work may take of the row: the placard needs its price and the badge. */
const NARROWEST = 150

/** A number from 0 to 1 that belongs to the id for ever: every visit finds the same skyline. */
function lotOf(id: string): number {
  let hash = 2_166_136_261
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 16_777_619)
  }
  return ((hash >>> 0) % 1_000) / 1_000
}

/** Uprights stand tall and wide works low, each with its own share of chance. */
function wishedHeight(work: Standing): number {
  const ratio = ratioOf(work.picture)
  const share = ratio <= 1 ? 0.5 : ratio <= 1.6 ? 0.2 : 0
  const height = LOWEST + (HIGHEST - LOWEST) * (share + 0.5 * lotOf(work.id))
  return Math.max(height, NARROWEST / ratio)
}

export interface OnLedge<W> {
  work: W
  /** CSS pixels at the width of the full grid. */
  height: number
}

/**
 * As many works as stand on one ledge, with their heights, so that together they fill the row.
 * Works that no longer fit at 220 px are left out. In the order given.
 */
export function standOnLedge<W extends Standing>(works: readonly W[]): OnLedge<W>[] {
  const chosen: W[] = []
  let least = -GAP
  for (const work of works) {
    const width = Math.max(NARROWEST, ratioOf(work.picture) * LOWEST) + GAP
    if (least + width > ROW_WIDTH) continue
    least += width
    chosen.push(work)
  }
  const heights = chosen.map(wishedHeight)
  const free = ROW_WIDTH - GAP * (chosen.length - 1)
  const wide = (at: readonly number[]) =>
    chosen.reduce((sum, work, index) => sum + ratioOf(work.picture) * (at[index] ?? LOWEST), 0)
  // A few rounds are enough: each scales what is not yet held at a limit.
  let fitted = heights
  for (let round = 0; round < 6; round += 1) {
    const scale = free / wide(fitted)
    fitted = fitted.map((height, index) => {
      const floor = Math.max(LOWEST, NARROWEST / ratioOf(chosen[index]?.picture ?? { width: 1, height: 1 }))
      return Math.min(Math.max(height * scale, Math.min(floor, HIGHEST)), HIGHEST)
    })
  }
  return chosen.map((work, index) => ({ work, height: Math.floor(fitted[index] ?? LOWEST) }))
}

/** For rows that scroll sideways: the tallest leads, the others keep their order. */
export function tallestFirst<W>(row: readonly OnLedge<W>[]): OnLedge<W>[] {
  const tallest = row.reduce<OnLedge<W> | null>(
    (best, next) => (best === null || next.height > best.height ? next : best),
    null,
  )
  return tallest === null ? [] : [tallest, ...row.filter((one) => one !== tallest)]
}
