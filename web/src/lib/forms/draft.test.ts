import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it } from 'vitest'
import { makeDraft, useDraft, type SavedDraft } from './draft.ts'

const store = new Map<string, string>()
const storage = {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
}
beforeEach(() => store.clear())

const EMPTY = { subject: 'Project Inquiry', content: '', tags: [] as string[], isPublic: true }
const KEY = '0b9c1f3e-8f0a-4a57-9d0e-3c1a2b4d5e6f'
const draft = (name = 'inquiry.p.w') => makeDraft({ name, empty: EMPTY })
const typed = (content: string): SavedDraft<typeof EMPTY> => ({
  key: KEY,
  fields: { ...EMPTY, content },
  files: [],
})

it('is restored for the same person and form only', () => {
  draft().save(storage, 'me', typed('Forty bowls'))
  expect(draft().read(storage, 'me')).toEqual(typed('Forty bowls'))
  expect(draft().read(storage, 'somebody')).toBeNull()
  expect(draft('inquiry.p.').read(storage, 'me')).toBeNull()
  draft().drop(storage, 'me')
  expect(store.size).toBe(0)
})

it('saves files without text and text without files, but not an untouched form', () => {
  const files = [{ id: 'm', alt: 'A stair' }]
  draft().save(storage, 'me', { ...typed(''), files })
  expect(draft().read(storage, 'me')?.files).toEqual(files)
  draft().save(storage, 'me', typed('Forty bowls'))
  expect(draft().read(storage, 'me')?.fields.content).toBe('Forty bowls')
  draft().save(storage, 'me', typed('  \n'))
  expect(store.size).toBe(0)
})

it.each([
  ['no JSON', '{'],
  ['a number', '3'],
  ['another shape', '[1]'],
  ['an older version', '{"title":"x","mediaId":"m"}'],
  ['no key', JSON.stringify({ ...typed('x'), key: 'x' })],
  ['files that are none', JSON.stringify({ ...typed('x'), files: [1] })],
  ['files without words', JSON.stringify({ ...typed('x'), files: [{ id: 'm' }] })],
  ['no fields', JSON.stringify({ ...typed('x'), fields: null })],
])('ignores %s', (_, stored) => {
  store.set('plinth.inquiry.p.w.me', stored)
  expect(draft().read(storage, 'me')).toBeNull()
})

it('restores valid fields and starts the others with their initial values', () => {
  const fields = { content: 'Forty bowls', subject: 3, tags: ['clay', 4], isPublic: 'no', more: 1 }
  store.set('plinth.inquiry.p.w.me', JSON.stringify({ ...typed(''), fields }))
  expect(draft().read(storage, 'me')?.fields).toEqual({ ...EMPTY, content: 'Forty bowls' })
})

it('survives full or blocked storage', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse }
  expect(() => draft().save(forbidden, 'me', typed('Forty bowls'))).not.toThrow()
  expect(() => draft().drop(forbidden, 'me')).not.toThrow()
  expect(draft().read(forbidden, 'me')).toBeNull()
})

it('survives a failed send and a reload with its key, and is gone once it has arrived', () => {
  type Used = ReturnType<typeof useDraft<typeof EMPTY>>
  const open = (use: (used: Used) => void): void => {
    const Form = () => {
      const name = 'inquiry.p.w'
      use(useDraft({ name, owner: 'me', empty: EMPTY, store: storage }))
      return null
    }
    renderToStaticMarkup(createElement(Form))
  }
  const keys: string[] = []
  open((used) => {
    expect(used.saved).toBeNull()
    keys.push(used.key)
    // Saved at every key press; the failed send doesn't change it.
    used.save({ ...EMPTY, content: 'Forty bowls' })
  })
  open((used) => {
    expect(used.saved?.fields.content).toBe('Forty bowls')
    keys.push(used.key)
    used.drop()
  })
  open((used) => {
    expect(used.saved).toBeNull()
    keys.push(used.key)
  })
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
