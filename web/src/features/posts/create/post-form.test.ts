import { MAX_MOOD_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH } from '@plinth/contract/limits.ts'
import { PostForm } from '@plinth/contract/posts/form.ts'
import { Check } from 'typebox/schema'
import { expect, it } from 'vitest'
import {
  areEmpty,
  EMPTY_FIELDS,
  fieldProblems,
  formDataOf,
  updateBodyOf,
  type PostFields,
} from './post-form.ts'
import { texts } from './post-form-texts.ts'

const fields: PostFields = {
  ...EMPTY_FIELDS,
  title: ' No cranes ',
  category: '2',
  tags: ['light', 'stair'],
}
const clientId = '7b0f6f5e-6a2b-4c57-9a51-0d5f1a0c3f11'

it('makes a form that the contract accepts, with the files in order', () => {
  const form = formDataOf(fields, { clientId, urls: ['/media/b', '/media/a'] })
  const parts = Object.fromEntries(form.entries())
  expect(parts).toEqual({
    title: 'No cranes',
    categoryId: '2',
    tags: '["light","stair"]',
    isPublic: 'true',
    isSensitive: 'false',
    clientId,
    media_0: '/media/b',
    media_1: '/media/a',
  })
  const { properties } = PostForm
  const text = Object.entries(parts).filter(([name]) => name in properties)
  expect(text).toHaveLength(6)
  expect(Check(PostForm, Object.fromEntries(text))).toBe(true)
})

it('reports each error at its field', async () => {
  expect(await fieldProblems(fields)).toEqual({})
  expect(await fieldProblems({ ...fields, title: '  ' })).toEqual({ title: texts.wrong.title })
  expect(await fieldProblems({ ...fields, title: 'x'.repeat(MAX_TITLE_LENGTH + 1) })).toEqual({
    title: 'The title can have at most 200 characters; this has 201.',
  })
  expect(await fieldProblems({ ...fields, mood: 'x'.repeat(MAX_MOOD_LENGTH + 1) })).toEqual({
    mood: 'The mood can have at most 50 characters; this has 51.',
  })
  const many = Array.from({ length: MAX_TAGS + 1 }, (_, index) => `tag ${index}`)
  expect(await fieldProblems({ ...fields, tags: many })).toEqual({
    tags: 'You can add at most 20 tags; these are 21.',
  })
})

it('can remove the category and set the visibility', () => {
  expect(updateBodyOf({ ...fields, category: 'none', isPublic: false })).toMatchObject({
    categoryId: null,
    isPublic: false,
  })
})

it('detects an empty form', () => {
  expect(areEmpty(EMPTY_FIELDS)).toBe(true)
  expect(areEmpty({ ...EMPTY_FIELDS, isPublic: false })).toBe(false)
  expect(areEmpty({ ...EMPTY_FIELDS, tags: ['light'] })).toBe(false)
})
