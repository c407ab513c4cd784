import { expect, it } from 'vitest'
import { nextSpeed, stageActionOf } from './keys.ts'

const plain = {
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  on: 'other',
} as const

it('knows the keys of editing programs, in both cases', () => {
  const actions = ['j', 'K', 'l', 'i', 'o', 'm', ' '].map((key) => stageActionOf({ ...plain, key }))
  expect(actions).toEqual(['back', 'stop', 'play', 'in', 'out', 'comment', 'toggle'])
})

it('moves by one with arrows and by ten with Shift, also while they are held', () => {
  const held = { ...plain, repeat: true }
  expect(stageActionOf({ ...held, key: 'ArrowLeft' })).toBe('one-back')
  expect(stageActionOf({ ...held, key: 'ArrowRight', shiftKey: true })).toBe('ten-on')
})

it('leaves every key alone while somebody types, and with a modifier', () => {
  for (const key of ['j', 'm', ' ', 'ArrowLeft']) {
    expect(stageActionOf({ ...plain, key, on: 'text' })).toBeNull()
    expect(stageActionOf({ ...plain, key, ctrlKey: true })).toBeNull()
    expect(stageActionOf({ ...plain, key, metaKey: true })).toBeNull()
  }
})

it('leaves the space bar to buttons, and arrows to what they choose in', () => {
  expect(stageActionOf({ ...plain, key: ' ', on: 'button' })).toBeNull()
  expect(stageActionOf({ ...plain, key: 'k', on: 'button' })).toBe('stop')
  expect(stageActionOf({ ...plain, key: 'ArrowLeft', on: 'choice' })).toBeNull()
  expect(stageActionOf({ ...plain, key: 'ArrowLeft', on: 'line' })).toBe('one-back')
})

it('doesn’t get faster while a key is held', () => {
  expect(stageActionOf({ ...plain, key: 'l', repeat: true })).toBeNull()
})

it('doubles the speed with each press, and begins anew the other way', () => {
  expect([0, 1, 2, 4, 8].map((speed) => nextSpeed(speed, 1))).toEqual([1, 2, 4, 8, 8])
  expect([2, 0, -1, -8].map((speed) => nextSpeed(speed, -1))).toEqual([-1, -1, -2, -8])
})
