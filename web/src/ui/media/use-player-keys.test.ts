import { expect, it } from 'vitest'
import { playerActionOf } from './use-player-keys.ts'

const press = (key: string, on = 'BUTTON', held: { ctrlKey?: boolean } = {}) =>
  playerActionOf({ key, on, altKey: false, ctrlKey: false, metaKey: false, ...held })

it('seeks with the left and right arrows everywhere, with up and down only on the slider', () => {
  expect(press('ArrowRight')).toBe('on')
  expect(press('ArrowLeft', 'INPUT')).toBe('back')
  expect(press('ArrowUp', 'INPUT')).toBe('on')
  expect(press('ArrowDown', 'INPUT')).toBe('back')
  // These keys belong to a feed.
  expect(press('ArrowUp')).toBeNull()
  expect(press('ArrowDown')).toBeNull()
})

it('leaves the space bar to buttons', () => {
  expect(press(' ')).toBeNull()
  expect(press(' ', 'INPUT')).toBe('toggle')
})

it('handles its letters and leaves browser shortcuts alone', () => {
  expect([press('m'), press('F'), press('c')]).toEqual(['mute', 'fullscreen', 'captions'])
  expect(press('f', 'BUTTON', { ctrlKey: true })).toBeNull()
  expect(press('j')).toBeNull()
  expect(press('Tab')).toBeNull()
})
