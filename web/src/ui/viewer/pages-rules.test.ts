import { expect, it } from 'vitest'
import { fitOf, nextZoom, pageAfter } from './pages-rules.ts'

const page = { width: 600, height: 800 }

it('fits a whole page into a wide window and the width of a page into an upright one', () => {
  expect(fitOf(page, { width: 1_448, height: 848 })).toBe(1)
  expect(fitOf(page, { width: 348, height: 700 })).toBe(0.5)
})

it('steps to the next size and stops at the ends', () => {
  expect(nextZoom(0.61, 1)).toBe(0.75)
  expect(nextZoom(0.61, -1)).toBe(0.5)
  expect(nextZoom(4, 1)).toBe(4)
  expect(nextZoom(0.25, -1)).toBe(0.25)
})

it('turns pages by keys and stops at the first and the last', () => {
  expect(pageAfter('ArrowRight', 1, 3)).toBe(2)
  expect(pageAfter('PageUp', 2, 3)).toBe(1)
  expect(pageAfter('End', 1, 3)).toBe(3)
  expect(pageAfter('Home', 3, 3)).toBe(1)
  expect(pageAfter('ArrowRight', 3, 3)).toBeNull()
  expect(pageAfter('ArrowLeft', 1, 3)).toBeNull()
  expect(pageAfter('a', 1, 3)).toBeNull()
})
