import { expect, it } from 'vitest'
import { dayAhead, dayWords, isDay } from './days.ts'

const NOW = new Date(2026, 10, 30, 23, 30).getTime()

it('writes a day, with the year if it is another one', () => {
  expect(dayWords('2026-12-06', NOW)).toBe('6 Dec')
  expect(dayWords('2027-03-06', NOW)).toBe('6 Mar 2027')
})

it('counts days from the local day, even late at night', () => {
  expect(dayAhead(0, NOW)).toBe('2026-11-30')
  expect(dayAhead(1, NOW)).toBe('2026-12-01')
  expect(dayAhead(365, NOW)).toBe('2027-11-30')
})

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
])('checks whether %j is a day', (value, known) => {
  expect(isDay(value)).toBe(known)
})
