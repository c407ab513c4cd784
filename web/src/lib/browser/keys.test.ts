import { expect, it } from 'vitest'
import { opensSearch, stepOf } from './keys.ts'

const pressed = (key: string, more: object = {}) => ({
  key,
  target: { tagName: 'DIV' },
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  defaultPrevented: false,
  ...more,
})
const press = (key: string, more: object = {}) => stepOf(pressed(key, more))

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

it('opens the search by / where nobody types, and by Ctrl K and ⌘K everywhere', () => {
  const opens = (key: string, more: object = {}) => opensSearch(pressed(key, more))
  const field = { target: { tagName: 'INPUT' } }
  expect(opens('/')).toBe(true)
  expect(opens('/', { shiftKey: true })).toBe(true)
  expect(opens('/', field)).toBe(false)
  expect(opens('/', { defaultPrevented: true })).toBe(false)
  expect(opens('k')).toBe(false)
  expect(opens('k', { ctrlKey: true })).toBe(true)
  expect(opens('K', { metaKey: true, ...field })).toBe(true)
  expect(opens('k', { ctrlKey: true, altKey: true })).toBe(false)
})
