import {
  readCorrections,
  writeCorrections,
  type Correction,
} from '@plinth/contract/portfolios/corrections.ts'
import { expect, it } from 'vitest'
import { correctionText } from './search-correction.tsx'

it.each<[Correction[], string]>([
  [[['potery', 'pottery']], 'No results for “potery”. Showing “pottery” instead.'],
  [
    [
      ['potery', 'pottery'],
      ['potery', 'potter'],
    ],
    'No results for “potery”. Showing “pottery” and “potter” instead.',
  ],
  [
    [
      ['mon', 'moon'],
      ['kilm & co', 'kiln'],
      ['žár', 'žárovka=1'],
    ],
    'No results for “mon”, “kilm & co” or “žár”. Showing “moon”, “kiln” and “žárovka=1” instead.',
  ],
])('says what was taken instead, as the header carried it: %j', (pairs, words) => {
  const header = writeCorrections(pairs)
  expect(header).toMatch(/^[\x21-\x7e]+$/)
  expect(correctionText(readCorrections(header))).toBe(words)
})
