import { expect, it } from 'vitest'
import {
  exploredInput,
  foundWorksInput,
  readSearchAddress,
} from '@plinth/contract/search/addresses.ts'
import { NO_FILTERS, readWorksSearch, withChange } from './works-search.ts'

it('reads the filters and the open work', () => {
  expect(readWorksSearch({ q: 'jar', work: 'a', min: 25 })).toEqual({
    q: 'jar',
    work: 'a',
    min: 25,
  })
  expect(readWorksSearch({ work: '', tab: 'everything' })).toEqual({})
})

it('changes some parameters, keeps the others and starts at the first page', () => {
  const search = { q: 'jar', min: 25, cursor: 'abc', dialog: 'post' }
  expect(withChange(search, { min: undefined, place: 'Bergen' })).toEqual({
    q: 'jar',
    place: 'Bergen',
    dialog: 'post',
  })
  expect(withChange(search, { cursor: 'def' })).toEqual({ ...search, cursor: 'def' })
})

it('takes every filter off and leaves the words', () => {
  const search = { q: 'jar', category: 'crafting', min: 25, max: 50, place: 'Oslo', origin: 'hand' }
  expect(withChange(search, NO_FILTERS)).toEqual({ q: 'jar' })
})

it('reads valid parameters, as a query string or a router gives them', () => {
  const address = {
    q: 'blue jar',
    exact: true,
    tab: 'works',
    category: 'crafting',
    min: 75,
    max: 600,
    place: 'Bergen',
    origin: 'hand',
    sort: 'newest',
    cursor: 'abc',
  }
  expect(readSearchAddress(address)).toEqual(address)
  expect(readSearchAddress({ ...address, exact: 'true', min: '75', max: '600' })).toEqual(address)
  expect(readSearchAddress({ q: 1984, place: 9 })).toEqual({ q: '1984', place: '9' })
})

it('ignores invalid parameters, and the empty ones of a form', () => {
  expect(
    readSearchAddress({
      q: '  ',
      exact: 'yes',
      tab: 'all',
      category: 'gardening',
      min: '-5',
      max: 'Infinity',
      place: ['Bergen'],
      origin: 'stolen',
      sort: 'oldest',
      cursor: '',
    }),
  ).toEqual({})
  expect(readSearchAddress({ min: '', max: '', place: '', origin: '', category: '' })).toEqual({})
})

it('turns a range of prices that is given the wrong way round', () => {
  expect(readSearchAddress({ min: 600, max: 75 })).toEqual({ min: 75, max: 600 })
})

it('sorts explore by popularity and a search by how well works match', () => {
  expect(exploredInput({ category: 'crafting' }).query).toMatchObject({
    categoryId: 6,
    sort: 'popular',
  })
  expect(foundWorksInput({ q: 'jar' }).query).toMatchObject({ search: 'jar', sort: undefined })
})
