import { expect, it } from 'vitest'
import { skylineLayout } from './skyline.tsx'

const GAPS = (4 * 24) / 13.44
const taken = (ratios: number[]) =>
  skylineLayout(ratios).reduce((sum, { width }) => sum + width, 0) + GAPS

it('fills the width with the example works', () => {
  const places = skylineLayout([0.78, 1.5, 0.8, 0.8, 0.706])
  expect(taken([0.78, 1.5, 0.8, 0.8, 0.706])).toBeCloseTo(100, 0)
  expect(places.map(({ width }) => Math.round(width * 13.44))).toEqual([191, 312, 202, 322, 221])
  expect(places.map(({ brief }) => brief)).toEqual([true, false, false, false, false])
})

it('is never wider than the page, whatever the works', () => {
  for (const ratios of [
    [2.4, 2.4, 2.4, 2.4, 2.4],
    [0.3, 0.3, 0.3, 0.3, 0.3],
    [1, 1, 1, 1, 1],
    [0.5, 3, 0.5, 3, 0.5],
  ]) {
    expect(taken(ratios)).toBeLessThanOrEqual(100.01)
    for (const { phoneWidth } of skylineLayout(ratios)) expect(phoneWidth).toBeLessThanOrEqual(250)
  }
})

it('puts fewer works on the highest plinths', () => {
  const [only] = skylineLayout([0.8])
  expect(only?.base).toBeCloseTo(372 / 13.44, 1)
  expect(skylineLayout([])).toEqual([])
  expect(skylineLayout([1, 1, 1, 1, 1, 1, 1])).toHaveLength(5)
})

it('gives wide works the width of their plinth and insets the others', () => {
  expect(skylineLayout([1.5, 0.8]).map(({ inset }) => inset)).toEqual([0, 14])
})
