import { expect, it } from 'vitest'
import { stackOf } from './stack-rules.ts'

const work = (id: string, width: number, height: number) => ({ id, picture: { width, height } })

it('puts the cover in the middle, higher than what stands beside it', () => {
  const { stacked, ratio } = stackOf([
    work('cover', 300, 400),
    work('left', 300, 400),
    work('right', 300, 400),
  ])
  expect(stacked.map((one) => [one.work.id, one.height])).toEqual([
    ['left', 0.79],
    ['cover', 1],
    ['right', 0.79],
  ])
  expect(ratio).toBeCloseTo(0.75 * (1 + 2 * 0.79) + 0.09)
  // What the works leave is the space between them.
  expect(stacked.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(1 - 0.09 / ratio)
})

it('shows a single work as it is, and has a size without any', () => {
  expect(stackOf([work('one', 800, 400)])).toMatchObject({
    ratio: 2,
    stacked: [{ height: 1, width: 1 }],
  })
  expect(stackOf([])).toEqual({ ratio: 1, stacked: [] })
})
