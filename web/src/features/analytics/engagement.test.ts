import { expect, test } from 'vitest'
import {
  engagementOf,
  growthOf,
  percent,
  type TopPortfolio,
} from '@plinth/contract/analytics/analytics.ts'

const works = (count: number) => Array.from({ length: count }, () => ({}) as TopPortfolio)

test('computes the insights of the example month', () => {
  expect(
    engagementOf({
      totalViews: 24_895,
      totalLikes: 4_118,
      totalSaves: 1_026,
      totalMessages: 45,
      totalEarnings: 9_480,
      topPortfolios: works(4),
    }),
  ).toEqual({
    savesToLikes: '24.9%',
    messageRate: '0.18%',
    averageViews: 6_224,
    engagementRate: '20.7%',
    averageEarnings: 210.67,
    conversionRate: '12.5%',
  })
})

test('never divides by zero', () => {
  const nothing = {
    totalViews: 0,
    totalLikes: 0,
    totalSaves: 0,
    totalMessages: 0,
    totalEarnings: 0,
    topPortfolios: [],
  }
  const zeros = {
    savesToLikes: '0%',
    messageRate: '0%',
    averageViews: 0,
    engagementRate: '0%',
    averageEarnings: 0,
    conversionRate: '0%',
  }
  expect(engagementOf(nothing)).toEqual(zeros)
  // One case each: saves without likes, likes and inquiries without views, earnings without inquiries, views without works.
  expect(engagementOf({ ...nothing, totalSaves: 3, totalLikes: 0 })).toEqual(zeros)
  expect(engagementOf({ ...nothing, totalMessages: 2 })).toEqual(zeros)
  expect(engagementOf({ ...nothing, totalEarnings: 100 })).toEqual(zeros)
  expect(engagementOf({ ...nothing, totalViews: 9 })).toEqual({
    ...zeros,
    messageRate: '0.00%',
    engagementRate: '0.0%',
  })
})

test.each([
  [1, 3, 1, '33.3%'],
  [2, 3, 2, '66.67%'],
  [1, 8, 1, '12.5%'],
  [1, 800, 2, '0.13%'],
  [201, 20_000, 2, '1.01%'],
  [3, 2, 1, '150.0%'],
])('%i of %i with %i decimals is %s', (part, whole, decimals, words) => {
  expect(percent(part, whole, decimals)).toBe(words)
})

test.each([
  [4, 3, 33.3],
  [3, 4, -25],
  [0, 6, -100],
  [5, 5, 0],
  [5, 0, 0],
  [0, 0, 0],
])('from %i after %i it grows by %f', (now, before, growth) => {
  expect(growthOf(now, before)).toBe(growth)
})
