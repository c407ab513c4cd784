import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'

const draw = (seed: string) => {
  const random = createRandom(seed)
  return Array.from({ length: 50 }, () => random.next())
}

describe('createRandom', () => {
  it('is the same for a seed and differs between seeds', () => {
    expect(draw('likes')).toEqual(draw('likes'))
    expect(draw('likes')).not.toEqual(draw('saves'))
  })

  it('draws evenly within its bounds', () => {
    const random = createRandom('dice')
    const seen = Array.from({ length: 6 }, () => 0)
    for (let throws = 0; throws < 6_000; throws += 1) {
      const at = random.integer(1, 6) - 1
      seen[at] = (seen[at] ?? 0) + 1
    }
    for (const count of seen) expect(count).toBeGreaterThan(850)
    expect(seen.reduce((sum, count) => sum + count)).toBe(6_000)
  })

  it('ranks like words: the first about twice as often as the second', () => {
    const random = createRandom('zipf')
    const seen = new Map<number, number>()
    for (let draws = 0; draws < 20_000; draws += 1) {
      const rank = random.rank(1_000)
      expect(rank).toBeGreaterThanOrEqual(0)
      expect(rank).toBeLessThan(1_000)
      seen.set(rank, (seen.get(rank) ?? 0) + 1)
    }
    const ratio = (seen.get(0) ?? 0) / (seen.get(1) ?? 1)
    expect(ratio).toBeGreaterThan(1.4)
    expect(ratio).toBeLessThan(2.1)
  })
})
