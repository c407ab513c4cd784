import { expect, test } from 'vitest'
import { linesOf, namedPoints, pathOf, stepOf } from './chart-rules.ts'

test.each([
  [0, 1],
  [1, 1],
  [4, 1],
  [5, 2],
  [39, 10],
  [41, 20],
  [1_890, 500],
  [2_001, 1_000],
  [1_000_000, 500_000],
])('a most of %i has lines %i apart', (most, step) => {
  expect(stepOf(most, 4)).toBe(step)
})

test('draws lines up to above the highest value, and one line for no values at all', () => {
  expect(linesOf(1_890)).toEqual([500, 1_000, 1_500, 2_000])
  expect(linesOf(3)).toEqual([1, 2, 3])
  expect(linesOf(0)).toEqual([1])
})

test('draws the path through every value from edge to edge', () => {
  expect(pathOf([0, 5, 10], 10)).toBe('M0 100L50 50L100 0')
  expect(pathOf([5], 10)).toBe('M100 50')
})

test('labels evenly spaced points and none twice', () => {
  expect(namedPoints(30, 4)).toEqual([0, 10, 19, 29])
  expect(namedPoints(7, 4)).toEqual([0, 2, 4, 6])
  expect(namedPoints(2, 4)).toEqual([0, 1])
})
