import { describe, expect, it } from 'vitest'
import {
  HIGHEST,
  LEDGE_GAP,
  LEDGE_WIDTH,
  LOWEST,
  standOnLedge,
  tallestFirst,
  type OnLedge,
} from './ledge-row.ts'

const work = (id: string, ratio: number) => ({
  id,
  picture: { width: ratio * 1_000, height: 1_000 },
})
const row = [0.71, 1.5, 1.25, 0.75, 0.8, 2.39, 0.8, 1.47].map((ratio, index) =>
  work(`work-${index}`, ratio),
)
const widthOf = (standing: readonly OnLedge<{ picture: { width: number } }>[]) =>
  standing.reduce(
    (sum, { work: { picture }, height }) => sum + (picture.width / 1_000) * height,
    0,
  ) +
  LEDGE_GAP * (standing.length - 1)

describe('standOnLedge', () => {
  it('keeps every work, in order, between the lowest and the highest', () => {
    const standing = standOnLedge(row)
    expect(standing.map((one) => one.work)).toEqual(row)
    for (const { height } of standing) {
      expect(height).toBeGreaterThanOrEqual(LOWEST)
      expect(height).toBeLessThanOrEqual(HIGHEST)
    }
  })

  it('fills the row with those that fit', () => {
    const width = widthOf(standOnLedge(row).slice(0, 5))
    expect(width).toBeLessThanOrEqual(LEDGE_WIDTH)
    expect(width).toBeGreaterThan(LEDGE_WIDTH - 12)
  })

  it('varies the heights and finds the same ones again', () => {
    const heights = standOnLedge(row).map(({ height }) => height)
    expect(new Set(heights).size).toBeGreaterThan(3)
    expect(standOnLedge(row).map(({ height }) => height)).toEqual(heights)
  })

  it('does not stretch two works over the whole row', () => {
    for (const { height } of standOnLedge(row.slice(0, 2))) expect(height).toBe(HIGHEST)
  })

  it('gives a narrow work the width its placard needs', () => {
    const [standing] = standOnLedge([work('tall', 0.45), ...row])
    expect((standing?.height ?? 0) * 0.45).toBeGreaterThan(149)
  })

  it('takes an empty row and one that is wider than the ledge', () => {
    expect(standOnLedge([])).toEqual([])
    expect(standOnLedge([work('film', 9)])[0]?.height).toBe(LOWEST)
  })
})

describe('tallestFirst', () => {
  it('moves the tallest to the front and leaves the rest', () => {
    const standing = [240, 300, 350, 260].map((height, index) => ({ work: index, height }))
    expect(tallestFirst(standing).map(({ work: index }) => index)).toEqual([2, 0, 1, 3])
    expect(tallestFirst([])).toEqual([])
  })
})
