import { expect, it } from 'vitest'
import { parsePrice, splitDeposit } from './price.ts'

it('splits a price in two halves that add up, the deposit rounded half up', () => {
  expect(splitDeposit(28_000)).toEqual({ deposit: 14_000, remainder: 14_000 })
  expect(splitDeposit(1)).toEqual({ deposit: 1, remainder: 0 })
  expect(splitDeposit(45_051)).toEqual({ deposit: 22_526, remainder: 22_525 })
  for (let cents = 0; cents < 500; cents += 1) {
    const { deposit, remainder } = splitDeposit(cents)
    expect(deposit + remainder).toBe(cents)
    expect(deposit - remainder === 0 || deposit - remainder === 1).toBe(true)
  }
})

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
