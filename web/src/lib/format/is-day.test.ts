import { expect, it } from 'vitest'
import { isDay } from './is-day.ts'

it.each([
  ['2026-06-30', true],
  ['2028-02-29', true],
  ['2026-06-31', false],
  ['2027-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['soon', false],
  [20_261_120, false],
  [undefined, false],
])('of %j knows whether it is a day', (value, known) => {
  expect(isDay(value)).toBe(known)
})
