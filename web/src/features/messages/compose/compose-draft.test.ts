import { beforeEach, expect, it } from 'vitest'
import { unsentDraft, type Unsent } from './compose-draft.ts'

const store = new Map<string, string>()
const storage = {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
}
beforeEach(() => store.clear())

const EMPTY = { subject: 'Project Inquiry', content: '' }
const CLIENT_ID = '0b9c1f3e-8f0a-4a57-9d0e-3c1a2b4d5e6f'
const draft = (name = 'inquiry.p.w') => unsentDraft(name, EMPTY)
const typed = (content: string): Unsent<typeof EMPTY> => ({
  clientId: CLIENT_ID,
  fields: { subject: 'Project Inquiry', content },
  mediaIds: [],
})

it('comes back for the same person and the same form, and for no other', () => {
  draft().keep(storage, 'me', typed('Forty bowls'))
  expect(draft().read(storage, 'me')).toEqual(typed('Forty bowls'))
  expect(draft().read(storage, 'somebody')).toBeNull()
  expect(draft('inquiry.p.').read(storage, 'me')).toBeNull()
})

it('keeps nothing where nothing but the default stands', () => {
  draft().keep(storage, 'me', typed('Forty bowls'))
  draft().keep(storage, 'me', typed(''))
  expect(store.size).toBe(0)
  draft().keep(storage, 'me', { ...typed(''), mediaIds: [CLIENT_ID] })
  expect(draft().read(storage, 'me')?.mediaIds).toEqual([CLIENT_ID])
})

it.each([
  ['no JSON', '{'],
  ['another shape', '[1]'],
  ['no client id', JSON.stringify({ ...typed('x'), clientId: 'x' })],
  ['a field that is missing', JSON.stringify({ ...typed('x'), fields: { content: 'x' } })],
  ['files that are no ids', JSON.stringify({ ...typed('x'), mediaIds: [1] })],
])('does not trip over %s', (_, kept) => {
  store.set('plinth.inquiry.p.w.me', kept)
  expect(draft().read(storage, 'me')).toBeNull()
})
