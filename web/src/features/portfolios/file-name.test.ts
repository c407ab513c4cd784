import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { expect, it } from 'vitest'
import { fileNameFromUrl, refusalOf, titleFromFileName } from './file-name.ts'

it('takes the extension off a file name', () => {
  expect(titleFromFileName('moon-over-six-hills.tif')).toBe('moon-over-six-hills')
  expect(titleFromFileName('plate 4.final.JPG')).toBe('plate 4.final')
  expect(titleFromFileName('README')).toBe('README')
  expect(titleFromFileName('.jpg')).toBe('.jpg')
  expect(titleFromFileName('  jar.png ')).toBe('jar')
})

it("takes a file name from a URL's last part", () => {
  expect(fileNameFromUrl('https://example.com/a/moon%20jar.jpg?w=3')).toBe('moon jar.jpg')
  expect(fileNameFromUrl('https://example.com/a/b/')).toBe('b')
  expect(fileNameFromUrl('https://example.com')).toBe('')
  expect(fileNameFromUrl('https://example.com/100%.jpg')).toBe('100%.jpg')
  expect(fileNameFromUrl('exam')).toBe('')
})

it('refuses what need not be sent', () => {
  const file = (name: string, type: string, size = 10) => refusalOf({ name, type, size })
  expect(file('a.jpg', 'image/jpeg')).toBeNull()
  expect(file('a.avif', '')).toBeNull()
  expect(file('a.svg', 'image/svg+xml')).toBe('unsupported')
  expect(file('a.jpg', 'text/plain')).toBe('unsupported')
  expect(file('a.png', 'image/png', 0)).toBe('empty')
  expect(file('a.png', 'image/png', MAX_MEDIA_BYTES)).toBeNull()
  expect(file('a.png', 'image/png', MAX_MEDIA_BYTES + 1)).toBe('too_large')
})
