import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { expect, it } from 'vitest'
import { isVideoFile, PICTURES, PICTURES_AND_VIDEOS, refusalOf } from './file-refusal.ts'

it('refuses what need not be sent', () => {
  const file = (name: string, type: string, size = 10) => refusalOf({ name, type, size }, PICTURES)
  expect(file('a.jpg', 'image/jpeg')).toBeNull()
  expect(file('a.avif', '')).toBeNull()
  expect(file('a.JPEG', '')).toBeNull()
  expect(file('a.svg', 'image/svg+xml')).toBe('unsupported')
  expect(file('a.jpg', 'text/plain')).toBe('unsupported')
  expect(file('a.mp4', 'video/mp4')).toBe('unsupported')
  expect(file('a.png', 'image/png', 0)).toBe('empty')
  expect(file('a.png', 'image/png', MAX_MEDIA_BYTES)).toBeNull()
  expect(file('a.png', 'image/png', MAX_MEDIA_BYTES + 1)).toBe('too_large')
})

it('takes videos where videos are taken', () => {
  const file = (name: string, type: string) =>
    refusalOf({ name, type, size: 10 }, PICTURES_AND_VIDEOS)
  expect(file('walk.mp4', 'video/mp4')).toBeNull()
  expect(file('walk.mov', '')).toBeNull()
  expect(file('walk.mkv', 'video/x-matroska')).toBe('unsupported')
  expect(isVideoFile({ name: 'walk.mov', type: '' })).toBe(true)
  expect(isVideoFile({ name: 'walk.mp4', type: 'video/mp4' })).toBe(true)
  expect(isVideoFile({ name: 'jar.jpeg', type: '' })).toBe(false)
  expect(isVideoFile({ name: 'jar.png', type: 'image/png' })).toBe(false)
})
