import { MAX_PICKS } from '@plinth/contract/limits.ts'
import { expect, it } from 'vitest'
import { picksOf, typedPicks } from './picks.ts'

it.each([
  ['', null],
  ['  ', null],
  ['1', 1],
  [' 12 ', 12],
  [String(MAX_PICKS), MAX_PICKS],
])('reads %j as %j files', (typed, picks) => expect(picksOf(typed)).toBe(picks))

it.each(['0', '-1', '1.5', 'a few', String(MAX_PICKS + 1)])('refuses %j', (typed) =>
  expect(picksOf(typed)).toBeUndefined(),
)

it.each([null, 7])('shows %j so that it is read again as it is', (picks) =>
  expect(picksOf(typedPicks(picks))).toBe(picks),
)
