import { expect, it } from 'vitest'
import { postDraft, type PostDraft } from './post-draft.ts'
import { EMPTY_FIELDS } from './post-form.ts'

function makeStore() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    kept,
  }
}
const draft: PostDraft = {
  clientId: '7b0f6f5e-6a2b-4c57-9a51-0d5f1a0c3f11',
  fields: { ...EMPTY_FIELDS, title: 'No cranes' },
  files: [{ id: 'm', alt: 'A stair' }],
}

it('keeps what was written and what has arrived, for each person apart', () => {
  const store = makeStore()
  postDraft.keep(store, 'alice', draft)
  expect(postDraft.read(store, 'alice')).toEqual(draft)
  expect(postDraft.read(store, 'bob')).toBeNull()
  postDraft.drop(store, 'alice')
  expect(store.kept.size).toBe(0)
})

it('keeps files without words and words without files, but not nothing', () => {
  const store = makeStore()
  postDraft.keep(store, 'alice', { ...draft, fields: EMPTY_FIELDS })
  expect(postDraft.read(store, 'alice')?.files).toHaveLength(1)
  postDraft.keep(store, 'alice', { ...draft, files: [] })
  expect(postDraft.read(store, 'alice')?.fields.title).toBe('No cranes')
  postDraft.keep(store, 'alice', { ...draft, fields: EMPTY_FIELDS, files: [] })
  expect(store.kept.size).toBe(0)
})

it('leaves what it does not understand', () => {
  const store = makeStore()
  for (const text of ['{', '3', '{"title":"x"}', JSON.stringify({ ...draft, clientId: 'x' })]) {
    store.setItem('plinth.post-draft.alice', text)
    expect(postDraft.read(store, 'alice')).toBeNull()
  }
})

it('survives a store that is full or forbidden', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const store = { getItem: refuse, setItem: refuse, removeItem: refuse }
  expect(() => postDraft.keep(store, 'alice', draft)).not.toThrow()
  expect(() => postDraft.drop(store, 'alice')).not.toThrow()
  expect(postDraft.read(store, 'alice')).toBeNull()
})
