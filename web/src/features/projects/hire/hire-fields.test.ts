import type { BriefReference } from '@plinth/contract/boards/briefs.ts'
import { expect, it } from 'vitest'
import { makeDraft } from '../../../lib/forms/draft.ts'
import { hireDraft } from './hire-fields.ts'

const KEY = '01900000-0000-7000-8000-000000000001'
const OWNER = 'ben'
const reference: BriefReference = {
  kind: 'work',
  id: 'jar',
  title: 'Moon Jar',
  maker: {
    id: 'marit',
    handle: 'marit',
    firstName: 'Marit',
    lastName: 'Solheim',
    profileImageUrl: null,
    location: null,
    isCreator: true,
  },
  picture: null,
  note: 'Glaze like this.',
  isAgainst: false,
}

function storeOf(fields: object) {
  const stored = new Map<string, string>()
  const store = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  }
  store.setItem(`plinth.hire.jar.${OWNER}`, JSON.stringify({ key: KEY, fields, files: [] }))
  return store
}
const read = (fields: object) => makeDraft(hireDraft('jar')).read(storeOf(fields), OWNER)?.fields

it('restores what was chosen from boards', () => {
  const fields = { description: 'A jar', timeline: null, references: [reference] }
  expect(read(fields)).toEqual(fields)
})

it('restores a draft of before there were references', () => {
  expect(read({ description: 'A jar', timeline: 'ASAP' })).toEqual({
    description: 'A jar',
    timeline: 'ASAP',
    references: [],
  })
})

it('drops references that it can’t show, and keeps the rest', () => {
  const wrong = [
    null,
    'jar',
    { ...reference, kind: 'board' },
    { ...reference, maker: undefined },
    { ...reference, picture: {} },
  ]
  expect(read({ description: 'A jar', references: [...wrong, reference] })).toMatchObject({
    references: [reference],
  })
})

it('keeps a draft that has only references', () => {
  const store = storeOf({})
  const draft = makeDraft(hireDraft('jar'))
  draft.save(store, OWNER, {
    key: KEY,
    fields: { description: '', timeline: null, references: [reference] },
    files: [],
  })
  expect(draft.read(store, OWNER)?.fields.references).toEqual([reference])
})
