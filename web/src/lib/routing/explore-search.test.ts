import { expect, it } from 'vitest'
import { readExploreSearch } from './explore-search.ts'

it('reads valid parameters', () => {
  const search = { category: 'crafting', order: 'newest', show: 'works', work: 'a' }
  expect(readExploreSearch(search)).toEqual(search)
  expect(readExploreSearch({ order: 'following' })).toEqual({ order: 'following' })
})

it('ignores invalid parameters', () => {
  expect(
    readExploreSearch({ category: 'gardening', order: 'oldest', show: 'all', work: '', q: 1 }),
  ).toEqual({})
  expect(readExploreSearch({ category: ['crafting'], order: 1, work: 7 })).toEqual({})
})
