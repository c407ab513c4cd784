import type { WelcomeWork } from '@plinth/contract/people/welcome.ts'
import { describe, expect, it } from 'vitest'
import { cityOf, makersOf, readPicks, rowsOf, shareOf } from './welcome-rules.ts'
import { progressOf } from './welcome-texts.ts'

const work = (id: string, width = 1, creatorId = `by-${id}`): WelcomeWork => ({
  id,
  title: id,
  picture: {
    id,
    width: width * 100,
    height: 100,
    thumbhash: null,
    alt: '',
    state: 'ready',
    renditions: [],
    originalUrl: '',
    signature: '',
    isAnimated: false,
    hasTiles: false,
    isSensitive: false,
  },
  creator: {
    id: creatorId,
    handle: creatorId,
    firstName: creatorId,
    lastName: '',
    profileImageUrl: null,
    location: 'Bergen, Norway',
    isCreator: true,
    craft: null,
    isFollowing: false,
  },
})
const ids = (rows: readonly (readonly { id: string }[])[]) =>
  rows.map((row) => row.map(({ id }) => id).join(''))

describe('the rows of the wall', () => {
  it('keep the order and are about equally high', () => {
    const works = 'abcdefghijklmno'.split('').map((id) => work(id))
    expect(ids(rowsOf(works))).toEqual(['abcde', 'fghij', 'klmno'])
    const wide = [work('a', 3), work('b', 2), ...'cdefghijklmno'.split('').map((id) => work(id))]
    const rows = rowsOf(wide)
    expect(ids(rows).join('')).toBe('abcdefghijklmno')
    const heights = rows.map((row) => 1 / row.reduce((sum, one) => sum + one.picture.width, 0))
    expect(Math.max(...heights) / Math.min(...heights)).toBeLessThan(1.5)
  })

  it('fill the width, unless they have few works', () => {
    const row = 'abcde'.split('').map((id) => work(id))
    expect(shareOf(work('a'), row)).toBeCloseTo(0.2)
    expect(shareOf(work('a'), [work('a')])).toBeLessThan(0.25)
    expect(rowsOf([])).toEqual([[]])
    expect(ids(rowsOf([work('a'), work('b')]))).toEqual(['ab'])
  })
})

describe('the makers', () => {
  it('come in the order of picking, each once, with their first pick', () => {
    const picks = [work('a', 1, 'ann'), work('b', 1, 'ben'), work('c', 1, 'ann')]
    expect(makersOf(picks).map(({ maker, picture }) => [maker.id, picture.id])).toEqual([
      ['ann', 'a'],
      ['ben', 'b'],
    ])
  })

  it('are shown with their city', () => {
    expect(cityOf({ location: 'Bergen, Norway' })).toBe('Bergen')
    expect(cityOf({ location: null })).toBe('')
  })
})

describe('the sentence beside the button', () => {
  it.each([
    [0, 0, 'Nothing picked yet. Pick four works, or go on as it is.'],
    [0, 2, 'Nothing picked yet. Pick four works, or go on as it is.'],
    [1, 0, '1 work. Three more to pick, or go on as it is.'],
    [3, 1, '3 works, 1 maker. One more to pick, or go on as it is.'],
    [4, 0, '4 works. Follow three makers, or go on as it is.'],
    [5, 2, '5 works, 2 makers. One more to follow, or go on as it is.'],
    [5, 3, '5 works, 3 makers. You’re all set.'],
  ])('for %i works and %i makers', (works, makers, sentence) => {
    const { done, left } = progressOf(works, makers)
    expect(`${done} ${left}`).toBe(sentence)
  })
})

describe('stored picks', () => {
  it('are read again, unless an older version stored them', () => {
    const picks = { works: [work('a')], follows: { ann: true } }
    expect(readPicks(structuredClone(picks))).toEqual(picks)
    expect(readPicks({ works: ['a'], follows: {} })).toBeNull()
    expect(readPicks({ works: [work('a')] })).toBeNull()
  })
})
