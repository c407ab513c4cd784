import { expect, it } from 'vitest'
import { spread, ticksOf } from './line-rules.ts'

it('leaves places alone that have space', () => {
  expect(spread([0, 100, 300], { gap: 32, width: 400 })).toEqual([0, 100, 300])
  expect(spread([], { gap: 32, width: 400 })).toEqual([])
})

it('moves neighbours apart, and back from the end of the line', () => {
  expect(spread([100, 100, 110], { gap: 32, width: 400 })).toEqual([100, 132, 164])
  expect(spread([390, 395, 400], { gap: 32, width: 400 })).toEqual([336, 368, 400])
})

it('moves them closer together if there are too many', () => {
  const moved = spread(
    Array.from({ length: 60 }, () => 200),
    { gap: 32, width: 300 },
  )
  expect(moved[0]).toBeCloseTo(0, 6)
  expect(moved.at(-1)).toBeCloseTo(300, 6)
})

it('names as many seconds as have space', () => {
  expect(ticksOf(6, 960)).toEqual([0, 1, 2, 3, 4, 5])
  expect(ticksOf(6, 350)).toEqual([0, 2, 4])
  expect(ticksOf(1_800, 960)).toEqual([
    0, 120, 240, 360, 480, 600, 720, 840, 960, 1_080, 1_200, 1_320, 1_440, 1_560, 1_680,
  ])
  expect(ticksOf(0.4, 960)).toEqual([0])
})
