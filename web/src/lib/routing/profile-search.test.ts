import { expect, it } from 'vitest'
import { readProfileSearch } from './profile-search.ts'

it('reads valid parameters and ignores the rest', () => {
  expect(readProfileSearch({ tab: 'saved', people: 'following', work: 'w', q: 'kiln' })).toEqual({
    tab: 'saved',
    people: 'following',
    work: 'w',
  })
  expect(readProfileSearch({ tab: 'portfolio' })).toEqual({ tab: 'portfolio' })
  expect(readProfileSearch({ tab: 'posts', dialog: 'upload' })).toEqual({ tab: 'posts' })
  expect(readProfileSearch({ tab: 'packages' })).toEqual({})
  expect(readProfileSearch({ people: 'friends', work: '' })).toEqual({})
  expect(readProfileSearch({ tab: ['saved'], people: 1, work: 7 })).toEqual({})
})
