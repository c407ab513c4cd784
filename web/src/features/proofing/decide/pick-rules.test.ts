import { expect, it } from 'vitest'
import { moved, placedAt, toggled } from './pick-rules.ts'

const picks = ['a', 'b', 'c']

it('adds a pick as the last choice, and takes it out without moving the others', () => {
  expect(toggled(picks, 'd')).toEqual(['a', 'b', 'c', 'd'])
  expect(toggled(picks, 'b')).toEqual(['a', 'c'])
})

it('moves a pick by ranks, and no further than the first and the last', () => {
  expect(moved(picks, 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(moved(picks, 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moved(picks, 'a', -1)).toEqual(picks)
  expect(moved(picks, 'c', 5)).toEqual(picks)
  expect(moved(picks, 'x', 1)).toEqual(picks)
})

it('puts a pick where another is, whichever comes first', () => {
  expect(placedAt(picks, 'a', 'c')).toEqual(['b', 'c', 'a'])
  expect(placedAt(picks, 'c', 'a')).toEqual(['c', 'a', 'b'])
  expect(placedAt(picks, 'a', 'x')).toEqual(picks)
  expect(placedAt(picks, 'x', 'a')).toEqual(picks)
})
