import { describe, expect, it } from 'vitest'
import {
  FEATURED_ROW,
  LEDGE_WIDTH,
  PROFILE_ROW,
  arrangeOnLedge,
  tallestOf,
  type OnLedge,
} from './ledge-rules.ts'

const work = (id: string, ratio: number) => ({
  id,
  picture: { width: ratio * 1_000, height: 1_000 },
})
const row = [0.71, 1.5, 1.25, 0.75, 0.8, 2.39, 0.8, 1.47].map((ratio, index) =>
  work(`work-${index}`, ratio),
)
const { lowest, highest, gap } = FEATURED_ROW
const widthOf = (standing: readonly OnLedge<{ picture: { width: number } }>[]) =>
  standing.reduce(
    (sum, { work: { picture }, height }) => sum + (picture.width / 1_000) * height,
    0,
  ) +
  gap * (standing.length - 1)

describe('arrangeOnLedge', () => {
  it('keeps every work, in order, between the lowest and the highest', () => {
    const standing = arrangeOnLedge(row, FEATURED_ROW)
    expect(standing.map((one) => one.work)).toEqual(row)
    for (const { height } of standing) {
      expect(height).toBeGreaterThanOrEqual(lowest)
      expect(height).toBeLessThanOrEqual(highest)
    }
  })

  it('fills the row with the works that fit', () => {
    const width = widthOf(arrangeOnLedge(row, FEATURED_ROW).slice(0, 5))
    expect(width).toBeLessThanOrEqual(LEDGE_WIDTH)
    expect(width).toBeGreaterThan(LEDGE_WIDTH - 12)
  })

  it('varies the heights, always in the same way', () => {
    const heights = arrangeOnLedge(row, FEATURED_ROW).map(({ height }) => height)
    expect(new Set(heights).size).toBeGreaterThan(3)
    expect(arrangeOnLedge(row, FEATURED_ROW).map(({ height }) => height)).toEqual(heights)
  })

  it('makes a row of three works taller', () => {
    const standing = arrangeOnLedge([work('a', 1), work('b', 1.5), work('c', 0.72)], PROFILE_ROW)
    const widths = standing.map(({ work: { picture }, height }) => (picture.width / 1_000) * height)
    const width = widths.reduce((sum, one) => sum + one, 2 * PROFILE_ROW.gap)
    expect(width).toBeGreaterThan(LEDGE_WIDTH - 12)
    expect(Math.max(...standing.map(({ height }) => height))).toBeGreaterThan(highest)
  })

  it('does not stretch two works over the whole row', () => {
    for (const { height } of arrangeOnLedge(row.slice(0, 2), FEATURED_ROW))
      expect(height).toBe(highest)
  })

  it('gives every work the width its placard needs', () => {
    const standing = arrangeOnLedge([work('tall', 0.45), ...row], FEATURED_ROW)
    for (const {
      work: { picture },
      height,
    } of standing)
      expect((picture.width / 1_000) * height).toBeGreaterThanOrEqual(225)
  })

  it('handles an empty row and one that is wider than the ledge', () => {
    expect(arrangeOnLedge([], FEATURED_ROW)).toEqual([])
    expect(arrangeOnLedge([work('film', 9)], FEATURED_ROW)[0]?.height).toBe(lowest)
  })
})

describe('tallestOf', () => {
  it('finds the tallest work, the first of equal ones', () => {
    const standing = [240, 350, 300, 350].map((height, index) => ({ work: index, height }))
    expect(tallestOf(standing)).toBe(1)
    expect(tallestOf([])).toBeUndefined()
  })
})
