import { expect, it } from 'vitest'
import { fileNameFromUrl, titleFromFileName } from './use-suggestions.ts'

it('removes the extension from a file name', () => {
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
