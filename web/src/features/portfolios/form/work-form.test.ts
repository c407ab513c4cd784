import { MAX_TITLE_LENGTH } from '@plinth/contract/limits.ts'
import { NewPortfolio, PortfolioChange } from '@plinth/contract/portfolios/bodies.ts'
import { expect, it } from 'vitest'
import { problemsOf } from '../../../lib/forms/contract.ts'
import { createBodyOf, EMPTY_FORM, updateBodyOf, withDefaults, type WorkForm } from './work-form.ts'
import { createProblems } from './work-rules.ts'
import { uploadTexts } from '../upload/upload-texts.ts'

const form: WorkForm = {
  ...EMPTY_FORM,
  title: ' Moon Jar ',
  category: 'crafting',
  startingPrice: '460',
  tags: ['clay'],
  fileUrl: '/media/1/original.jpg',
  fileName: 'jar.jpg',
}
const create = (change: Partial<WorkForm>) =>
  problemsOf(NewPortfolio, createBodyOf({ ...form, ...change }))
const update = (change: Partial<WorkForm>) =>
  problemsOf(PortfolioChange, updateBodyOf({ ...form, ...change }))
const resolve = (byUrl: boolean, change: Partial<WorkForm>) =>
  createProblems({ ...form, ...change }, byUrl)

it('makes a body that the contract accepts', async () => {
  expect(await create({})).toEqual({})
  expect(createBodyOf(form)).toMatchObject({ title: 'Moon Jar', startingPrice: 460 })
  expect(createBodyOf({ ...form, startingPrice: '' }).startingPrice).toBeNull()
  expect(createBodyOf({ ...form, title: '  ' })).not.toHaveProperty('title')
})

it('leaves origin and reservation to the defaults until they are chosen', async () => {
  expect(createBodyOf(form)).not.toHaveProperty('origin')
  const defaults = { defaultOrigin: 'hand', reservesTraining: false } as const
  expect(createBodyOf(withDefaults(form, defaults))).toMatchObject({
    origin: 'hand',
    isReserved: false,
  })
  const chosen: WorkForm = { ...form, origin: 'unsaid', reserved: 'yes' }
  expect(createBodyOf(withDefaults(chosen, defaults))).toMatchObject({
    origin: null,
    isReserved: true,
  })
})

it('asks which parts of an AI-assisted work came from a generator', async () => {
  const problem = { originParts: uploadTexts.missingParts }
  expect(await resolve(false, { origin: 'ai_assisted', originParts: ' ' })).toEqual(problem)
  expect(await resolve(false, { origin: 'ai_assisted', originParts: 'The sky' })).toEqual({})
  expect(await update({ origin: 'ai_assisted', originParts: 'x'.repeat(201) })).toEqual({
    originParts: 'The origin parts can have at most 200 characters; this has 201.',
  })
})

it('reports each error at its field', async () => {
  expect(await create({ category: '' })).toEqual({ category: 'Choose a category.' })
  expect(await create({ startingPrice: '12.345' })).toEqual({
    startingPrice: 'Leave the starting price empty, or enter $1 to $1,000,000.',
  })
  for (const startingPrice of ['0', '0.99']) {
    expect(await create({ startingPrice })).toHaveProperty('startingPrice')
  }
  expect(await create({ title: 'x'.repeat(MAX_TITLE_LENGTH + 1) })).toEqual({
    title: 'The title can have at most 200 characters; this has 201.',
  })
  expect(await update({ title: '  ' })).toEqual({ title: 'Enter a title.' })
  expect(await update({ alt: 'x'.repeat(2_001) })).toEqual({
    alt: 'The alt text can have at most 2,000 characters; this has 2,001.',
  })
})

it('requires an address only when the work comes from one', async () => {
  expect(await resolve(false, { fileUrl: '', fileName: '' })).toEqual({})
  expect(await resolve(true, { fileUrl: 'https://example.com/jar.jpg' })).toEqual({})
  for (const fileUrl of ['jar.jpg', 'ftp://example.com/jar.jpg', 'javascript:alert(1)']) {
    expect(await resolve(true, { fileUrl })).toEqual({ fileUrl: uploadTexts.wrongUrl })
  }
})
