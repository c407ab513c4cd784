import { expect, it } from 'vitest'
import { stepOf } from './keys.ts'

const press = (key: string, more: object = {}) =>
  stepOf({
    key,
    target: { tagName: 'DIV' },
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    defaultPrevented: false,
    ...more,
  })

it('steps with the arrow keys', () => {
  expect(press('ArrowLeft')).toBe('previous')
  expect(press('ArrowRight')).toBe('next')
  expect(press('ArrowUp')).toBeNull()
})

it('leaves the arrow keys to text fields, the browser and other handlers', () => {
  for (const tagName of ['INPUT', 'TEXTAREA', 'SELECT']) {
    expect(press('ArrowLeft', { target: { tagName } })).toBeNull()
  }
  expect(press('ArrowLeft', { target: { tagName: 'P', isContentEditable: true } })).toBeNull()
  expect(press('ArrowLeft', { altKey: true })).toBeNull()
  expect(press('ArrowRight', { defaultPrevented: true })).toBeNull()
})
