import { Object as ObjectOf, String as Text } from 'typebox'
import { expect, it } from 'vitest'
import { ApiError } from '../api/errors.ts'
import { fieldSentence } from './field-sentence.ts'
import { problemsOf } from './contract.ts'
import { showFieldErrors } from './problems.ts'

it("turns a server's remark into a sentence", () => {
  expect(fieldSentence('Starting price', 'has parts of a cent')).toBe(
    'Starting price has parts of a cent.',
  )
  expect(fieldSentence('Title', 'This title is taken.')).toBe('This title is taken.')
})

it('has a sentence for each field that the contract refuses', async () => {
  const schema = ObjectOf({ title: Text({ maxLength: 3 }), mood: Text() })
  const problems = (body: object) =>
    problemsOf(schema, body, (field, keyword) => `${field}: ${keyword}`)
  expect(await problems({ title: 'jar', mood: '' })).toEqual({})
  expect(await problems({ title: 'moon jar', mood: 3 })).toEqual({
    title: 'title: maxLength',
    mood: 'mood: type',
  })
})

it('shows remarks on known fields and returns whether there were any', () => {
  const landed: unknown[] = []
  const form = { setError: (...shown: unknown[]) => void landed.push(shown) }
  const refused = (fields: Record<string, string>) =>
    new ApiError(400, JSON.stringify({ code: 'input.invalid', message: 'No.', fields }))
  const labels = { title: 'Title' }
  expect(showFieldErrors(form, refused({ cursor: 'is odd' }), labels)).toBe(false)
  expect(showFieldErrors(form, new Error('no line'), labels)).toBe(false)
  expect(landed).toEqual([])
  expect(showFieldErrors(form, refused({ title: 'is too long' }), labels)).toBe(true)
  expect(landed).toEqual([['title', { message: 'Title is too long.' }]])
})
