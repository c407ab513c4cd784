import { expect, it } from 'vitest'
import { NOTIFICATION_FILTERS } from '@plinth/contract/notifications/notifications.ts'
import { readHomeSearch } from './home-search.ts'

it('reads valid parameters', () => {
  expect(
    readHomeSearch({
      category: 'crafting',
      q: 'bowl',
      sort: 'popular',
      work: 'abc',
      dialog: 'upload',
    }),
  ).toEqual({ category: 'crafting', q: 'bowl', sort: 'popular', work: 'abc', dialog: 'upload' })
})

it('ignores the rest and never throws', () => {
  expect(readHomeSearch({})).toEqual({})
  expect(
    readHomeSearch({ category: 'sculpture', q: '  ', sort: 'newest', work: 7, dialog: true, x: 1 }),
  ).toEqual({})
  expect(readHomeSearch({ q: ['a'], category: null, sort: {} })).toEqual({})
})

it('reads a numeric search as text and shortens a long one', () => {
  expect(readHomeSearch({ q: 1984 })).toEqual({ q: '1984' })
  expect(readHomeSearch({ q: 'a'.repeat(500) }).q).toHaveLength(100)
})

it('accepts every notification filter', () => {
  for (const { value } of NOTIFICATION_FILTERS)
    expect(readHomeSearch({ filter: value })).toEqual(value === 'all' ? {} : { filter: value })
})
