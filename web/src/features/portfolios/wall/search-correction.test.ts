import {
  readCorrections,
  writeCorrections,
  type Correction,
} from '@plinth/contract/portfolios/corrections.ts'
import { expect, it } from 'vitest'
import { correctionText } from './search-correction.tsx'

it.each<[Correction[], string]>([
  [[['potery', 'pottery']], 'Nothing for “potery”. These are for “pottery”.'],
  [
    [
      ['potery', 'pottery'],
      ['potery', 'potter'],
    ],
    'Nothing for “potery”. These are for “pottery” and “potter”.',
  ],
  [
    [
      ['mon', 'moon'],
      ['kilm & co', 'kiln'],
      ['žár', 'žárovka=1'],
    ],
    'Nothing for “mon”, “kilm & co” or “žár”. These are for “moon”, “kiln” and “žárovka=1”.',
  ],
])('says what was taken instead, as the header carried it: %j', (pairs, words) => {
  const header = writeCorrections(pairs)
  expect(header).toMatch(/^[\x21-\x7e]+$/)
  expect(correctionText(readCorrections(header))).toBe(words)
})
