import { describe, expect, it } from 'vitest'
import type { ProofThing, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { commonPages, comparedOf, frameOf, movedBy, sizeSentence } from './compare-rules.ts'
import { pairOf } from './pair.ts'

const version = (number: number, changes: Partial<ProofVersion> = {}): ProofVersion => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  kind: 'image',
  fileName: 'jar.png',
  bytes: 10,
  previewState: 'ready',
  preview: { url: `/p${number}.webp`, width: 1_280, height: 960, alt: 'Preview of jar.png' },
  proofState: 'ready',
  proof: null,
  url: null,
  number,
  delivery: number,
  deliveredAt: '2026-11-11T10:00:00Z',
  frames: null,
  ...changes,
})
const thing = (...numbers: number[]): ProofThing => ({
  id: '00000000-0000-4000-8000-0000000000ff',
  versions: numbers.map((number) => version(number)),
})
const numbersOf = (pair: ReturnType<typeof pairOf>) =>
  pair === null ? null : [pair.older.number, pair.newer.number]

const nothing = { film: null, sound: null, pages: null, picture: null, archive: null }
const tiled = (width: number, height: number) => ({
  ...nothing,
  picture: { url: '/tile.webp?a', width, height, size: 512, levels: 4 },
})
const paged = (count: number) => ({
  ...nothing,
  pages: {
    url: '/page.webp?a',
    all: count,
    sizes: Array.from({ length: count }, () => ({ width: 900, height: 1_200 })),
  },
})

describe('which versions are compared', () => {
  it('are the newest and the one before, unless others are named', () => {
    expect(numbersOf(pairOf(thing(3, 2, 1)))).toEqual([2, 3])
    expect(numbersOf(pairOf(thing(3, 2, 1), { older: 1 }))).toEqual([1, 3])
    expect(numbersOf(pairOf(thing(3, 2, 1), { older: 1, newer: 2 }))).toEqual([1, 2])
    expect(numbersOf(pairOf(thing(3, 2, 1), { newer: 2 }))).toEqual([1, 2])
  })

  it('never are one twice, or the newer on the left', () => {
    expect(numbersOf(pairOf(thing(3, 2, 1), { older: 3 }))).toEqual([2, 3])
    expect(numbersOf(pairOf(thing(3, 2, 1), { older: 2, newer: 2 }))).toEqual([1, 2])
    expect(numbersOf(pairOf(thing(3, 2, 1), { older: 3, newer: 2 }))).toEqual([1, 2])
    expect(pairOf(thing(3, 2, 1), { newer: 1 })).toBeNull()
    expect(pairOf(thing(1))).toBeNull()
  })

  it('are found with a number that there is none of', () => {
    expect(numbersOf(pairOf(thing(2, 1), { older: 9, newer: 8 }))).toEqual([1, 2])
  })
})

describe('what both are shown as', () => {
  it('is tiles if both have them, otherwise two previews', () => {
    const [one, other] = [version(1, { proof: tiled(600, 400) }), version(2)]
    const mixed = comparedOf({ older: one, newer: other }, 1)
    expect(mixed).toMatchObject({ kind: 'pictures', areSizesKnown: false })
    expect(mixed).toMatchObject({ media: { older: { width: 1_280 }, newer: { width: 1_280 } } })
    const both = comparedOf({ older: one, newer: version(2, { proof: tiled(900, 600) }) }, 1)
    expect(both).toMatchObject({
      areSizesKnown: true,
      media: { older: { width: 600 }, newer: { width: 900 } },
    })
  })

  it('is a page of each document, for as many as both have', () => {
    const pair = { older: version(1, { proof: paged(3) }), newer: version(2, { proof: paged(5) }) }
    expect(commonPages(pair)).toBe(3)
    expect(comparedOf(pair, 3)).toMatchObject({
      kind: 'pictures',
      media: { older: { src: '/page-3.webp?a' }, newer: { src: '/page-3.webp?a' } },
    })
    expect(comparedOf(pair, 4)).toEqual({ kind: 'neither' })
  })

  it('is nothing if one of them has no picture', () => {
    const pair = { older: version(1, { preview: null }), newer: version(2) }
    expect(comparedOf(pair, 1)).toEqual({ kind: 'neither' })
  })
})

describe('two sizes', () => {
  const numbers = { older: 1, newer: 2 }
  it('are shown at one width, and in a frame as high as the higher one', () => {
    const sizes = { older: { width: 500, height: 500 }, newer: { width: 1_000, height: 600 } }
    expect(frameOf(sizes)).toEqual({ width: 1_000, height: 1_000 })
  })

  it('are said if they are unequal, in pixels only where those are known', () => {
    const same = { older: { width: 500, height: 400 }, newer: { width: 500, height: 400 } }
    expect(sizeSentence(same, numbers, true)).toBeNull()
    const larger = { ...same, newer: { width: 1_000, height: 800 } }
    expect(sizeSentence(larger, numbers, true)).toBe(
      'Version 1 has 500 by 400 px, version 2 has 1,000 by 800 px. Both are shown at one width.',
    )
    // Of small copies nobody knows what size the pictures have.
    expect(sizeSentence(larger, numbers, false)).toBeNull()
    const wider = { ...same, newer: { width: 600, height: 400 } }
    expect(sizeSentence(wider, numbers, false)).toMatch(/different proportions/)
  })
})

it('moves a line by one percent, and by ten with Shift, to the edges and no further', () => {
  const moved = (key: string, share: number, shiftKey = false) => movedBy({ key, shiftKey }, share)
  expect(moved('ArrowLeft', 50)).toBe(49)
  expect(moved('ArrowRight', 50, true)).toBe(60)
  expect(moved('ArrowRight', 95, true)).toBe(100)
  expect(moved('ArrowLeft', 0)).toBe(0)
  expect(moved('a', 50)).toBeNull()
})
