import { describe, expect, it } from 'vitest'
import { pairUprights } from './wall.ts'

const work = (name: string) => ({
  name,
  picture: name.startsWith('w') ? { width: 1920, height: 800 } : { width: 800, height: 1000 },
})
const order = (names: string, more = false) =>
  pairUprights(names.split(' ').map(work), more)
    .map(({ name }) => name)
    .join(' ')

describe('pairUprights', () => {
  it('keeps the order where no work is left alone', () => {
    expect(order('u1 u2 w1 u3 u4')).toBe('u1 u2 w1 u3 u4')
  })

  it('moves a wide work ahead of an upright one that waits for its neighbour', () => {
    expect(order('u1 w1 u2 w2')).toBe('w1 u1 u2 w2')
  })

  it('places a last upright work alone', () => {
    expect(order('u1 u2 u3')).toBe('u1 u2 u3')
    expect(order('u1 w1')).toBe('w1 u1')
  })

  it('does not hold an upright work back behind every wide one', () => {
    expect(order('u1 w1 w2 w3 w4 w5 w6')).toBe('w1 w2 w3 w4 u1 w5 w6')
  })

  it('never moves works already shown when more arrive', () => {
    const all = 'u1 w1 w2 u2 u3 w3 u4 w4 w5 w6 w7 w8 u5 u6 u7 w9'.split(' ').map(work)
    const whole = pairUprights(all, false)
    for (let count = 0; count <= all.length; count += 1) {
      const part = pairUprights(all.slice(0, count), true)
      expect(whole.slice(0, part.length)).toEqual(part)
    }
  })

  it('neither loses nor repeats a work', () => {
    const all = 'u1 w1 u2 u3 w2 w3 w4 w5 w6 u4 w7'.split(' ').map(work)
    expect(new Set(pairUprights(all, false))).toEqual(new Set(all))
    expect(pairUprights(all, false)).toHaveLength(all.length)
  })

  it('gives a square and a 5:4 one column', () => {
    const square = { picture: { width: 1250, height: 1000 } }
    const wide = { picture: { width: 1340, height: 1000 } }
    expect(pairUprights([square, wide, square], false)).toEqual([wide, square, square])
  })
})
