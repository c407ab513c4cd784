import { expect, it } from 'vitest'
import { messageProblems } from './compose-rules.ts'

it('accepts a message with text or with files', () => {
  const blank = { subject: '', content: ' \n' }
  expect(messageProblems(blank, 0)).toEqual({
    content: 'Please write something, or add a file',
  })
  expect(messageProblems(blank, 1)).toEqual({})
  expect(messageProblems({ subject: '', content: 'Hello' }, 0)).toEqual({})
})
