import { expect, it } from 'vitest'
import { MISSPELT, SEARCH_MIX, holdsWord } from './terms.ts'

it('misspells forty different words and mixes all kinds of searches', () => {
  expect(new Set(MISSPELT.map(([, meant]) => meant)).size).toBe(40)
  for (const [typed, meant] of MISSPELT) expect(typed).not.toBe(meant)
  expect(SEARCH_MIX).toHaveLength(32)
  expect(new Set(SEARCH_MIX).size).toBe(32)
})

it('recognises a word in its other forms and with accents, and no other word', () => {
  expect(holdsWord('Hand-woven, plain weave', 'weaving')).toBe(true)
  expect(holdsWord('POSTERS for a quartet', 'poster')).toBe(true)
  expect(holdsWord('Pöster', 'poster')).toBe(true)
  expect(holdsWord('Three postcards', 'poster')).toBe(false)
})
