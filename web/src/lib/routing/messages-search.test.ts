import { expect, it } from 'vitest'
import { readMessagesSearch } from './messages-search.ts'

it('reads valid parameters and ignores the rest', () => {
  expect(readMessagesSearch({ box: 'unread', q: ' moon ', at: 'm', work: 'w' })).toEqual({
    box: 'unread',
    q: ' moon ',
    at: 'm',
  })
  expect(readMessagesSearch({ box: 'inbox', q: '  ', at: '' })).toEqual({})
  expect(readMessagesSearch({ box: 'spam', q: {}, at: 5 })).toEqual({})
  expect(readMessagesSearch({ q: 1984 })).toEqual({ q: '1984' })
  expect(readMessagesSearch({ q: 'x'.repeat(300) }).q).toHaveLength(100)
})
