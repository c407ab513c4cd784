import { expect, it } from 'vitest'
import { freePin, withMoved, withPin } from './arrange-rules.ts'

const wall = (text: string) =>
  text.split(' ').map((one) => ({ id: one.charAt(0), pin: one.length > 1 ? Number(one[1]) : null }))
const short = (entries: { id: string; pin: number | null }[]) =>
  entries.map(({ id, pin }) => `${id}${pin ?? ''}`).join(' ')

it('moves something on the wall, and takes a pin away from what is moved there', () => {
  expect(short(withMoved(wall('a1 b c d'), 'd', 'b'))).toBe('a1 b d c')
  expect(short(withMoved(wall('a1 b c d'), 'd', null))).toBe('a1 d b c')
  expect(short(withMoved(wall('a1 b2 c d'), 'a', 'c'))).toBe('b2 c a d')
})

it('pins something in a free place', () => {
  expect(short(withPin(wall('a1 b c'), 'c', 2))).toBe('a1 c2 b')
})

it('replaces what is pinned there, which comes first on the wall', () => {
  expect(short(withPin(wall('a1 b2 c3 d e'), 'e', 2))).toBe('a1 e2 c3 b d')
})

it('moves a pinned work among the others', () => {
  expect(short(withPin(wall('a1 b2 c3 d'), 'c', 1))).toBe('c1 a2 b3 d')
  expect(short(withPin(wall('a1 b2 c3 d'), 'a', 3))).toBe('b1 c2 a3 d')
})

it('unpins something, and those behind it move up', () => {
  expect(short(withPin(wall('a1 b2 c3 d'), 'b', null))).toBe('a1 c2 b d')
})

it('changes nothing where nothing moves', () => {
  expect(short(withPin(wall('a1 b'), 'a', 1))).toBe('a1 b')
  expect(short(withPin(wall('a1 b'), 'x', 2))).toBe('a1 b')
})

it('finds the first free pin', () => {
  expect(freePin(wall('a1 b2 c'))).toBe(3)
  expect(freePin(wall('a2 b3 c'))).toBe(1)
  expect(freePin(wall('a1 b2 c3 d'))).toBeNull()
})
