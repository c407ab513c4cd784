import { expect, it } from 'vitest'
import type { Notification } from '@plinth/contract/notifications.ts'
import { makeNotification, makeActor } from './notification-fixture.example.ts'
import { sentenceOf } from './notification-sentence.ts'

const people = ['Adaeze Nwosu', 'Kenji Mori', 'Mei-Lin Zhao'].map((name) => makeActor(name, name))
const post = { id: 'p', title: 'Two round things', picture: null }
const work = { id: 'w', title: 'Moon Jar', picture: null }
const comment = { id: 'c', parentId: null, excerpt: 'Do the cups stack?' }

const make = (
  kind: Notification['kind'],
  { by = 1, of = by, ...rest }: Partial<Notification> & { by?: number; of?: number } = {},
) => makeNotification({ kind, actors: people.slice(0, by), actorCount: of, ...rest })
const said = (...input: Parameters<typeof make>): string =>
  sentenceOf(make(...input))
    .map((part) => (typeof part === 'string' ? part : 'name' in part ? part.name : part.title))
    .join('')

it.each([
  [1, 1, 'Adaeze Nwosu liked Two round things'],
  [2, 2, 'Adaeze Nwosu and Kenji Mori liked Two round things'],
  [3, 3, 'Adaeze Nwosu, Kenji Mori and Mei-Lin Zhao liked Two round things'],
  [3, 4, 'Adaeze Nwosu, Kenji Mori and 2 others liked Two round things'],
  [3, 43, 'Adaeze Nwosu, Kenji Mori and 41 others liked Two round things'],
  [1, 2, 'Adaeze Nwosu and 1 other liked Two round things'],
  [0, 1, 'Somebody liked Two round things'],
  [0, 5, '5 people liked Two round things'],
])('names who did it: %i known of %i', (by, of, words) => {
  expect(said('like', { by, of, post })).toBe(words)
})

it('says what was written', () => {
  expect(said('comment', { post, comment })).toBe(
    'Adaeze Nwosu commented under Two round things: “Do the cups stack?”',
  )
  expect(said('reply', { post, comment })).toBe(
    'Adaeze Nwosu replied to you under Two round things: “Do the cups stack?”',
  )
  expect(said('mention', { post, comment })).toBe(
    'Adaeze Nwosu mentioned you under Two round things: “Do the cups stack?”',
  )
  expect(said('comment', { post })).toBe('Adaeze Nwosu commented under Two round things')
})

it('says who came', () => {
  expect(said('follow')).toBe('Adaeze Nwosu started following you')
  expect(said('follow', { by: 2 })).toBe('Adaeze Nwosu and Kenji Mori started following you')
})

const conversation = (subject: string, excerpt = '') => ({
  conversation: { id: 't', subject, excerpt },
})
const about = 'Project Inquiry: Moon Jar'

it.each<[kind: 'message' | 'inquiry', subject: string, excerpt: string, words: string]>([
  ['message', 'Glaze question', 'Two cups?', 'Adaeze Nwosu wrote: “Two cups?”'],
  ['message', 'Glaze question', '', 'Adaeze Nwosu wrote to you: Glaze question'],
  ['message', '', '', 'Adaeze Nwosu wrote to you'],
  ['inquiry', about, 'A set.', 'Adaeze Nwosu sent a business inquiry about Moon Jar: “A set.”'],
  ['inquiry', about, '', 'Adaeze Nwosu sent a business inquiry about Moon Jar'],
  ['inquiry', 'A dinner set', '', 'Adaeze Nwosu sent a business inquiry about A dinner set'],
  ['inquiry', 'Project Inquiry', '', 'Adaeze Nwosu sent a business inquiry'],
])('says who wrote: %s, %s, %s', (kind, subject, excerpt, words) => {
  expect(said(kind, conversation(subject, excerpt))).toBe(words)
})

it('sets the work of an inquiry apart from the words', () => {
  expect(sentenceOf(make('inquiry', conversation(about)))).toContainEqual({ title: 'Moon Jar' })
})

it('says what Plinth did', () => {
  expect(said('feature', { by: 0, work })).toBe('Plinth put Moon Jar on the home ledge')
  expect(said('feature', { by: 0, post })).toBe('Plinth featured Two round things')
  expect(said('approval', { by: 0, post })).toBe(
    'Two round things is approved and hangs for everybody',
  )
})

it('sets names and titles apart from the words', () => {
  expect(sentenceOf(make('like', { work }))).toEqual([
    { name: 'Adaeze Nwosu' },
    ' liked ',
    { title: 'Moon Jar' },
  ])
})

it('does without what is gone', () => {
  expect(said('like')).toBe('Adaeze Nwosu liked something that is no longer here')
})
