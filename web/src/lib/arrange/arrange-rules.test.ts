import { expect, it } from 'vitest'
import { behindAt, movedBehind } from './arrange-rules.ts'

const list = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (moved: { id: string }[]) => moved.map(({ id }) => id).join('')

it('moves something behind another, forwards and backwards', () => {
  expect(ids(movedBehind(list, 'a', 'c'))).toBe('bcad')
  expect(ids(movedBehind(list, 'd', 'a'))).toBe('adbc')
})

it('moves something to the front', () => {
  expect(ids(movedBehind(list, 'c', null))).toBe('cabd')
})

it('returns the same list where nothing moves', () => {
  for (const [id, after] of [
    ['a', null],
    ['b', 'a'],
    ['b', 'b'],
    ['b', 'gone'],
    ['gone', 'a'],
  ] as const)
    expect(movedBehind(list, id, after)).toBe(list)
})

it('names what a place is behind', () => {
  expect(behindAt(list, 'c', 0)).toBeNull()
  expect(behindAt(list, 'c', 1)).toBe('a')
  expect(behindAt(list, 'a', 1)).toBe('b')
  expect(behindAt(list, 'a', 9)).toBe('d')
})
