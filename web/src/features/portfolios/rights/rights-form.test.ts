import { expect, test } from 'vitest'
import { bodyOf, changesOf, problemsOf, type RightsFields } from './rights-form.ts'

const fields: RightsFields = { origin: 'hand', parts: '', isReserved: true }

test('sends parts only for an AI-assisted work', () => {
  expect(bodyOf({ ...fields, parts: 'The sky' })).toEqual({ origin: 'hand', isReserved: true })
  expect(bodyOf({ ...fields, origin: '' })).toEqual({ origin: null, isReserved: true })
  expect(bodyOf({ origin: 'ai_assisted', parts: ' The sky ', isReserved: false })).toEqual({
    origin: 'ai_assisted',
    originParts: 'The sky',
    isReserved: false,
  })
})

test('asks which parts came from a generator', () => {
  expect(problemsOf(fields)).toEqual({})
  expect(problemsOf({ origin: 'ai_assisted', parts: '  ' })).toHaveProperty('parts')
  expect(problemsOf({ origin: 'ai_assisted', parts: 'x'.repeat(201) })).toHaveProperty('parts')
  expect(problemsOf({ origin: 'ai_assisted', parts: 'x'.repeat(200) })).toEqual({})
})

test('names what has changed', () => {
  expect(changesOf(fields, fields)).toEqual([])
  // Parts that were typed and are not shown any more are no change.
  expect(changesOf(fields, { ...fields, parts: 'The sky' })).toEqual([])
  expect(changesOf(fields, { ...fields, origin: 'camera', isReserved: false })).toEqual([
    'how it was made',
    'AI training',
  ])
  const assisted: RightsFields = { ...fields, origin: 'ai_assisted', parts: 'The sky' }
  expect(changesOf(assisted, { ...assisted, parts: 'The sea' })).toEqual(['which parts'])
})
