import { expect, it } from 'vitest'
import { growthOf } from './lib/drills/growth.ts'

it('says how much is added in an hour', () => {
  const leaking = Array.from({ length: 50 }, (_, minute) => 300 + 2 * minute)
  expect(growthOf(leaking)).toBeCloseTo(120)
})

it('finds no growth in what only goes up and down', () => {
  const flat = Array.from({ length: 50 }, (_, minute) => (minute % 2 === 0 ? 300 : 340))
  expect(Math.abs(growthOf(flat) ?? Infinity)).toBeLessThan(5)
})

it('says nothing about an hour after a few minutes', () => {
  expect(growthOf([300, 400, 500])).toBeNull()
})
