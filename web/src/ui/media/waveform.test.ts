import { expect, it } from 'vitest'
import { barsOf } from './waveform.ts'

it('draws the loudest of the peaks that share a bar', () => {
  expect(barsOf([0.1, 0.9, 0.2, 0.4], 2)).toEqual([0.9, 0.4])
  expect(barsOf([0.1, 0.9], 4)).toEqual([0.1, 0.1, 0.9, 0.9])
})

it('uses every peak where bars and peaks do not divide', () => {
  const peaks = Array.from({ length: 240 }, (_, index) => index / 240)
  const bars = barsOf(peaks, 64)
  expect(bars).toHaveLength(64)
  expect(bars.at(-1)).toBe(239 / 240)
})

it('shows silence, and what is not known, as a thin line', () => {
  expect(barsOf([0, 0], 2)).toEqual([0.03, 0.03])
  expect(barsOf(null, 3)).toEqual([0.03, 0.03, 0.03])
})
