import { describe, expect, it } from 'vitest'
import { createRandom } from '../random.ts'
import { inventWord, makeText, makeVocabulary } from './vocabulary.ts'
import { readWorld } from '../world.ts'

const world = await readWorld()
const vocabulary = makeVocabulary(world, createRandom('words'), 3_000)

describe('makeVocabulary', () => {
  it('holds the words of the world and the invented ones once each', () => {
    expect(new Set(vocabulary.words).size).toBe(vocabulary.words.length)
    expect(vocabulary.words.length).toBeGreaterThan(3_800)
    for (const word of ['poster', 'ceramics', 'glaze']) {
      expect([...vocabulary.words, ...vocabulary.tags]).toContain(word)
    }
    expect(makeVocabulary(world, createRandom('words'), 3_000)).toEqual(vocabulary)
  })

  it('invents pronounceable words', () => {
    const random = createRandom('said')
    for (let made = 0; made < 500; made += 1) {
      expect(inventWord(random)).toMatch(/^([bcdfghklmnprstvw]{1,2}[aeiou]{1,2}){2,3}[a-z]{0,2}$/)
    }
  })
})

describe('makeText', () => {
  const random = createRandom('texts')
  const texts = Array.from({ length: 2_000 }, () => makeText(vocabulary, random))

  it('stays within the limits for people', () => {
    for (const { title, description, tags } of texts) {
      expect(title.split(' ').length).toBeGreaterThanOrEqual(2)
      expect(title.length).toBeLessThanOrEqual(200)
      expect(description).toMatch(/\.$/)
      expect(tags.length).toBeGreaterThanOrEqual(2)
      expect(new Set(tags).size).toBe(tags.length)
    }
  })

  it('uses few words often and many rarely', () => {
    const counts = new Map<string, number>()
    for (const { description } of texts) {
      for (const word of description.toLowerCase().match(/\p{L}+/gu) ?? []) {
        counts.set(word, (counts.get(word) ?? 0) + 1)
      }
    }
    const sorted = [...counts.values()].sort((a, b) => b - a)
    const total = sorted.reduce((sum, count) => sum + count, 0)
    const topHundred = sorted.slice(0, 100).reduce((sum, count) => sum + count, 0)
    expect(topHundred / total).toBeGreaterThan(0.4)
    expect(sorted.length).toBeGreaterThan(2_000)
  })
})
