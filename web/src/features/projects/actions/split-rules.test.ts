import { expect, it } from 'vitest'
import { halfOf, readSplit, splitOf, typedSum } from './split-rules.ts'

it('gives the other side what is left, to the cent', () => {
  expect(splitOf(200, 80)).toEqual({ toClient: 80, toCreator: 120 })
  expect(splitOf(225.26, 0.29)).toEqual({ toClient: 0.29, toCreator: 224.97 })
  expect(splitOf(0.3, 0.1)).toEqual({ toClient: 0.1, toCreator: 0.2 })
})

it('refuses a part that is larger than the sum', () => {
  expect(splitOf(200, 200)).toEqual({ toClient: 200, toCreator: 0 })
  expect(splitOf(200, 200.01)).toBeNull()
})

it('reads typed sums', () => {
  expect(readSplit(1_600, '1,200.50')).toEqual({ toClient: 1_200.5, toCreator: 399.5 })
  for (const typed of ['', '-1', 'half', '1.234', '1601']) {
    expect(readSplit(1_600, typed), typed).toBeNull()
  }
})

it('gives the odd cent of a half to the client', () => {
  expect(halfOf(200)).toBe(100)
  expect(halfOf(225.25)).toBe(112.63)
  expect(splitOf(225.25, halfOf(225.25))).toEqual({ toClient: 112.63, toCreator: 112.62 })
})

it('formats a sum for a field', () => {
  expect(typedSum(80)).toBe('80')
  expect(typedSum(112.5)).toBe('112.50')
})
