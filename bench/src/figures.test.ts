import { describe, expect, it } from 'vitest'
import { figuresOf, formatTable, medianOf, percentile } from './figures.ts'

describe('percentile', () => {
  it('takes the nearest rank, whatever the order', () => {
    const values = [15, 20, 35, 40, 50]
    expect(percentile(values.toReversed(), 5)).toBe(15)
    expect(percentile(values, 30)).toBe(20)
    expect(percentile(values, 40)).toBe(20)
    expect(percentile(values, 50)).toBe(35)
    expect(percentile(values, 100)).toBe(50)
  })

  it('reaches the one slow response in a hundred only above 99', () => {
    const values = [...Array.from({ length: 99 }, () => 1), 500]
    expect(percentile(values, 99)).toBe(1)
    expect(percentile(values, 99.1)).toBe(500)
  })

  it('returns NaN for an empty list', () => {
    expect(percentile([], 50)).toBeNaN()
  })
})

it('counts per second over the whole run', () => {
  expect(figuresOf([1, 2, 3, 4], 2)).toEqual({ perSecond: 2, p50: 2, p99: 4 })
})

it('takes the median of each figure, so one bad round does not matter', () => {
  const round = (perSecond: number, p50: number, p99: number) => ({ perSecond, p50, p99 })
  expect(medianOf([round(900, 3, 9), round(100, 40, 300), round(1_000, 2, 12)])).toEqual(
    round(900, 3, 12),
  )
})

it('aligns text left and figures right', () => {
  expect(
    formatTable([
      ['path', 'req/s'],
      ['list', '9'],
      ['one work', '1,200'],
    ]),
  ).toBe('path      req/s\nlist          9\none work  1,200')
})
