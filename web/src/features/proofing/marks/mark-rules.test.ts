import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import { expect, it } from 'vitest'
import { drawn, isOnMoment, mergeMarks, pinOf, thinned } from './mark-rules.ts'

const mark = (id: string, change: number, more: Partial<ProofMark> = {}) =>
  ({ id, change, createdAt: `2026-01-01T00:00:0${id}.000Z`, isGone: false, ...more }) as ProofMark

it('what is read is added to what is known, and the later change counts', () => {
  const known = { changes: 4, marks: [mark('1', 1), mark('2', 4, { text: 'New' })] }
  const read = {
    changes: 5,
    marks: [mark('2', 3, { text: 'Old' }), mark('3', 5), mark('1', 5, { isGone: true })],
  }
  const { changes, marks } = mergeMarks(known, read)
  expect(changes).toBe(5)
  expect(marks.map(({ id, text }) => [id, text])).toEqual([
    ['2', 'New'],
    ['3', undefined],
  ])
})

it('marks stay in the order in which they were made', () => {
  const known = { changes: 2, marks: [mark('2', 1), mark('3', 2)] }
  const { marks } = mergeMarks(known, { changes: 3, marks: [mark('1', 3)] })
  expect(marks.map(({ id }) => id)).toEqual(['1', '2', '3'])
})

it('a mark shows on its page, its frame or its span', () => {
  const place = { shape: 'whole', points: [], page: null, from: null, to: null } as const
  const place2 = { ...place, points: [] }
  expect(isOnMoment({ ...place2, page: 2 }, { page: 2, from: null })).toBe(true)
  expect(isOnMoment({ ...place2, page: 2 }, { page: 1, from: null })).toBe(false)
  expect(isOnMoment({ ...place2, from: 10 }, { page: null, from: 10 })).toBe(true)
  expect(isOnMoment({ ...place2, from: 10 }, { page: null, from: 11 })).toBe(false)
  expect(isOnMoment({ ...place2, from: 10, to: 20 }, { page: null, from: 15 })).toBe(true)
  expect(isOnMoment({ ...place2, from: 10, to: 20 }, { page: null, from: 21 })).toBe(false)
})

it('shapes are kept as fractions, and a click draws no box', () => {
  const from = { x: 0.5, y: 0.75 }
  expect(drawn('box', [from, { x: 0.25, y: 0.25 }])).toEqual([0.25, 0.25, 0.25, 0.5])
  expect(drawn('box', [from, { x: 0.501, y: 0.9 }])).toBe(null)
  expect(drawn('arrow', [from, { x: 0.1, y: 0.2 }])).toEqual([0.5, 0.75, 0.1, 0.2])
  expect(drawn('arrow', [from, from])).toBe(null)
  expect(drawn('point', [from])).toEqual([0.5, 0.75])
  expect(pinOf({ shape: 'arrow', points: [0, 0, 0.1, 0.2] })).toEqual({ x: 0.1, y: 0.2 })
  expect(pinOf({ shape: 'whole', points: [] })).toBe(null)
})

it('a drawn line keeps its form with fewer corners', () => {
  const circle = Array.from({ length: 2_000 }, (_, at) => ({
    x: 0.5 + 0.3 * Math.cos(at / 318),
    y: 0.5 + 0.3 * Math.sin(at / 318),
  }))
  const path = thinned(circle, 200)
  expect(path.length).toBeLessThanOrEqual(200)
  expect(path.length).toBeGreaterThan(20)
  for (const { x, y } of path) expect(Math.hypot(x - 0.5, y - 0.5)).toBeCloseTo(0.3, 3)
})
