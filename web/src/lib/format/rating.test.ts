import { expect, it } from 'vitest'
import { ratingWords } from './rating.ts'

it('says the average to one decimal, and of how many', () => {
  expect(ratingWords({ average: 5, count: 1 })).toBe('5.0 from 1 review')
  expect(ratingWords({ average: 4.3, count: 1_204 })).toBe('4.3 from 1,204 reviews')
})
