import { expect, it } from 'vitest'
import { parsePrice } from './price.ts'

it('reads a price to the cent', () => {
  expect(parsePrice('450')).toBe(450)
  expect(parsePrice(' $ 450.5 ')).toBe(450.5)
  expect(parsePrice('0.29')).toBe(0.29)
  expect(parsePrice('1,250.50')).toBe(1_250.5)
  expect(parsePrice('')).toBeNull()
  expect(parsePrice('  ')).toBeNull()
  for (const wrong of ['450.505', '-5', 'free', '1,5', '1e3', '1000001', '.', '12.']) {
    expect(parsePrice(wrong)).toBeUndefined()
  }
})
