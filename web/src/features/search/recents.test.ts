import { expect, it } from 'vitest'
import { readSearches, withoutSearch, withSearch } from './recents.ts'

it('keeps the newest search first, each once', () => {
  expect(withSearch(['jar', 'Blue Poster'], ' blue poster ')).toEqual(['blue poster', 'jar'])
  expect(withSearch(['jar'], '  ')).toEqual(['jar'])
  const many = Array.from({ length: 20 }, (_, index) => `search ${index}`)
  expect(many.reduce<readonly string[]>(withSearch, [])).toHaveLength(8)
})

it('forgets a search whatever its case', () => {
  expect(withoutSearch(['jar', 'Bowl'], 'bowl')).toEqual(['jar'])
})

it('reads what is stored and ignores anything else', () => {
  expect(readSearches('["jar",3,"","bowl"]')).toEqual(['jar', 'bowl'])
  expect(readSearches('{"a":1}')).toEqual([])
  expect(readSearches('not json')).toEqual([])
  expect(readSearches(null)).toEqual([])
})
