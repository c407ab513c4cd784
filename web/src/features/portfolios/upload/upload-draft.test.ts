import { expect, it } from 'vitest'
import { EMPTY_DRAFT, uploadDraft } from './upload-draft.ts'

function makeStore() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

it('keeps what was typed, for each person apart', () => {
  const store = makeStore()
  const form = { ...EMPTY_DRAFT, title: 'Moon Jar', tags: ['clay'], mediaId: 'm' }
  uploadDraft.keep(store, 'alice', form)
  expect(uploadDraft.read(store, 'alice')).toEqual(form)
  expect(uploadDraft.read(store, 'bob')).toBeNull()
  uploadDraft.drop(store, 'alice')
  expect(uploadDraft.read(store, 'alice')).toBeNull()
})

it('takes only what it understands', () => {
  const store = makeStore()
  for (const text of ['{', '3', '"x"']) {
    store.setItem('plinth.upload-draft.alice', text)
    expect(uploadDraft.read(store, 'alice')).toBeNull()
  }
  store.setItem('plinth.upload-draft.alice', '{"title":3,"tags":"clay","alt":"A jar","more":1}')
  expect(uploadDraft.read(store, 'alice')).toEqual({ ...EMPTY_DRAFT, alt: 'A jar' })
})

it('survives a store that is full', () => {
  const store = {
    ...makeStore(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => uploadDraft.keep(store, 'alice', { ...EMPTY_DRAFT, title: 'x' })).not.toThrow()
})
