import { describe, expect, it } from 'vitest'
import { stepOfKey } from './use-snap-feed.ts'

const key = (name: string, more = {}) => ({
  key: name,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
})

describe('the keys of the feed', () => {
  it.each(['ArrowDown', 'j', 'J', 'PageDown'])('%s goes to the next post', (name) => {
    expect(stepOfKey(key(name))).toBe(1)
  })
  it.each(['ArrowUp', 'k', 'K', 'PageUp'])('%s goes to the previous post', (name) => {
    expect(stepOfKey(key(name))).toBe(-1)
  })
  it.each(['ArrowLeft', 'l', 'Enter', ' ', 'Home'])('%s is ignored', (name) => {
    expect(stepOfKey(key(name))).toBe(0)
  })
  it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])(
    'with %s a key is the browser’s',
    (name) => {
      expect(stepOfKey(key('ArrowDown', { [name]: true }))).toBe(0)
    },
  )
})
