import { expect, it } from 'vitest'
import { isSamePeriod, isReversed, periods } from './periods.ts'

it.each([
  [
    '2026-11-21T23:30:00Z',
    [
      {},
      { from: '2026-11-01', to: '2026-11-21' },
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-01-01', to: '2026-11-21' },
    ],
  ],
  [
    '2027-01-01T00:00:00Z',
    [
      {},
      { from: '2027-01-01', to: '2027-01-01' },
      { from: '2026-12-01', to: '2026-12-31' },
      { from: '2027-01-01', to: '2027-01-01' },
    ],
  ],
  [
    '2028-03-01T12:00:00Z',
    [
      {},
      { from: '2028-03-01', to: '2028-03-01' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-01-01', to: '2028-03-01' },
    ],
  ],
])('lists the periods at %s', (now, expected) => {
  expect(periods(Date.parse(now)).map(({ period }) => period)).toEqual(expected)
})

it('recognises the same period, and one that ends before it begins', () => {
  expect(isSamePeriod({}, {})).toBe(true)
  expect(isSamePeriod({ from: '2026-11-01' }, {})).toBe(false)
  expect(isReversed({ from: '2026-11-02', to: '2026-11-01' })).toBe(true)
  expect(isReversed({ from: '2026-11-01', to: '2026-11-01' })).toBe(false)
  expect(isReversed({ to: '2026-11-01' })).toBe(false)
})
