import { expect, it } from 'vitest'
import { standingWords } from './standing.ts'

it.each([
  [null, 0, 'New on Plinth'],
  [{ average: 5, count: 2 }, 1, 'New on Plinth, 1 project completed'],
  [{ average: 4.9, count: 9 }, 12, '4.9 from 9 reviews, 12 projects completed'],
  [{ average: 4, count: 3 }, 0, '4.0 from 3 reviews'],
] as const)('says of %o and %i projects: %s', (rating, projects, words) => {
  expect(standingWords(rating, projects)).toBe(words)
})
