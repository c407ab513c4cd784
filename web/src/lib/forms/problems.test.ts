import { Array as ListOf, Object as ObjectOf, String as Text } from 'typebox'
import { expect, it } from 'vitest'
import { ApiError } from '../api/errors.ts'
import { problemsOf } from './contract.ts'
import { showFieldErrors } from './problems.ts'

it('says what the server says of each field that the contract refuses', async () => {
  const schema = ObjectOf({
    title: Text({ maxLength: 3 }),
    mood: Text(),
    tags: ListOf(Text({ maxLength: 4 })),
  })
  expect(await problemsOf(schema, { title: 'jar', mood: '', tags: [] })).toEqual({})
  expect(await problemsOf(schema, { title: 'moon jar', mood: 3, tags: ['glaze'] })).toEqual({
    title: 'The title can have at most 3 characters; this has 8.',
    mood: 'The mood must be text.',
    tags: 'A tag can have at most 4 characters; this has 5.',
  })
})

it('shows sentences on known fields and returns whether there were any', () => {
  const landed: unknown[] = []
  const form = { setError: (...shown: unknown[]) => void landed.push(shown) }
  const refused = (fields: Record<string, string>) =>
    new ApiError(400, JSON.stringify({ code: 'input.invalid', message: 'No.', fields }))
  const fields = ['title', 'category', 'tags', 'milestones']
  expect(showFieldErrors(form, refused({ cursor: 'Odd.' }), fields)).toBe(false)
  expect(showFieldErrors(form, new Error('no line'), fields)).toBe(false)
  expect(landed).toEqual([])
  const refusal = refused({
    title: 'Enter a title.',
    categoryId: 'There is no such category.',
    'tags.3': 'Enter a tag.',
    'milestones.0.due': 'This day has passed.',
  })
  expect(showFieldErrors(form, refusal, fields, { categoryId: 'category' })).toBe(true)
  expect(landed).toEqual([
    ['title', { message: 'Enter a title.' }],
    ['category', { message: 'There is no such category.' }],
    ['tags', { message: 'Enter a tag.' }],
    ['milestones.0.due', { message: 'This day has passed.' }],
  ])
})
