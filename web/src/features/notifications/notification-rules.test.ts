import { expect, it } from 'vitest'
import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import { makeNotification, makeActor } from './notification-fixture.example.ts'
import { groupNotifications, sentenceOf } from './notification-rules.ts'

/** Noon by the clock of whoever runs it. */
const now = new Date(2026, 10, 20, 12).getTime()
const DAY_MS = 24 * 60 * 60_000

const makeAged = (id: string, days: number, isRead = true) =>
  makeNotification({ id, isRead, createdAt: new Date(now - days * DAY_MS).toISOString() })
const groups = (pages: Notification[][], opened: string[] = []) =>
  groupNotifications(
    pages.map((items) => ({ items })),
    now,
    new Set(opened),
  ).map(({ name, items }) => [name, items.map(({ id }) => id)])

it('sorts by the viewer’s days, with the newest unread rows on top', () => {
  expect(
    groups([
      [
        makeAged('a', 0, false),
        makeAged('b', 0.1, false),
        makeAged('c', 0.4),
        makeAged('d', 0.6),
        makeAged('e', 6.4),
        makeAged('f', 6.6),
        makeAged('g', 60, false),
      ],
    ]),
  ).toEqual([
    ['new', ['a', 'b']],
    ['today', ['c']],
    ['week', ['d', 'e']],
    ['earlier', ['f', 'g']],
  ])
})

it('never lists something later below something earlier', () => {
  // Hours ago and unread, while the newest was read elsewhere.
  expect(groups([[makeAged('now', 0), makeAged('old', 0.67, false)]])).toEqual([
    ['today', ['now']],
    ['week', ['old']],
  ])
})

it('leaves out empty groups', () => {
  expect(groups([[makeAged('a', 30)]])).toEqual([['earlier', ['a']]])
  expect(groups([[]])).toEqual([])
})

it('adds rows of later pages to the end, read or not', () => {
  expect(
    groups([[makeAged('a', 0, false)], [makeAged('b', 3, false), makeAged('c', 9, false)]]),
  ).toEqual([
    ['new', ['a']],
    ['week', ['b']],
    ['earlier', ['c']],
  ])
})

it('keeps a row that has just been opened in its place', () => {
  expect(groups([[makeAged('a', 0, false), makeAged('b', 0)]], ['b'])).toEqual([
    ['new', ['a', 'b']],
  ])
})

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
  [0, 1, 'Someone liked Two round things'],
  [0, 5, '5 people liked Two round things'],
])('names who did it: %i known of %i', (by, of, words) => {
  expect(said('like', { by, of, post })).toBe(words)
})

it('says what was written', () => {
  expect(said('comment', { post, comment })).toBe(
    'Adaeze Nwosu commented on Two round things: “Do the cups stack?”',
  )
  expect(said('reply', { post, comment })).toBe(
    'Adaeze Nwosu replied to you on Two round things: “Do the cups stack?”',
  )
  expect(said('mention', { post, comment })).toBe(
    'Adaeze Nwosu mentioned you on Two round things: “Do the cups stack?”',
  )
  expect(said('comment', { post })).toBe('Adaeze Nwosu commented on Two round things')
})

it('names who started following', () => {
  expect(said('follow')).toBe('Adaeze Nwosu started following you')
  expect(said('follow', { by: 2 })).toBe('Adaeze Nwosu and Kenji Mori started following you')
})

it('names the work that is on a public board, and the own board that was decided about', () => {
  const board = { id: 'b', title: 'Bad taste' }
  expect(said('board', { work, board })).toBe('Adaeze Nwosu put Moon Jar on a public board')
  const standing = { state: 'taken_down', reason: 'Spam', note: null } as const
  expect(said('standing', { by: 0, board, standing })).toBe('Bad taste was taken down: Spam')
})

it('names the guest who commented in a proof room', () => {
  const proof = { id: 'r', title: 'Three labels', isOwn: false, guest: 'Nina', thingId: 't' }
  expect(said('proof', { by: 0, of: 1, proof })).toBe(
    'Nina, a guest, commented in the proof room of Three labels',
  )
  expect(said('proof', { by: 0, of: 3, proof: { ...proof, guest: null } })).toBe(
    '3 guests commented in the proof room of Three labels',
  )
})

const conversation = (subject: string, excerpt = '', quote: number | null = null) => ({
  conversation: { id: 't', subject, excerpt, quote },
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

it('says which price was quoted, read or not', () => {
  const quoted = (excerpt: string) => said('message', conversation('Twelve cups', excerpt, 840))
  expect(quoted('')).toBe('Adaeze Nwosu sent a quote of $840 about Twelve cups')
  expect(quoted('Two spares.')).toBe(
    'Adaeze Nwosu sent a quote of $840 about Twelve cups: “Two spares.”',
  )
})

it('sets the work of an inquiry apart from the words', () => {
  expect(sentenceOf(make('inquiry', conversation(about)))).toContainEqual({ title: 'Moon Jar' })
})

it('says what Plinth did', () => {
  expect(said('feature', { by: 0, work })).toBe('Plinth featured Moon Jar on the home page')
  expect(said('feature', { by: 0, post })).toBe('Plinth featured Two round things')
  expect(said('approval', { by: 0, post })).toBe(
    'Two round things is approved, and everyone can see it',
  )
})

it('sets names and titles apart from the words', () => {
  expect(sentenceOf(make('like', { work }))).toEqual([
    { name: 'Adaeze Nwosu' },
    ' liked ',
    { title: 'Moon Jar' },
  ])
})

it('works without a subject that was deleted', () => {
  expect(said('like')).toBe('Adaeze Nwosu liked something that was deleted')
})

const project = (
  event: NonNullable<Notification['project']>['event'],
  rest: Partial<NonNullable<Notification['project']>> = {},
) =>
  ({
    id: 'r',
    title: 'A jar and forty bowls',
    event,
    amount: null,
    role: 'client',
    ...rest,
  }) as const

it.each<[event: ReturnType<typeof project>, by: number, words: string]>([
  [project('delivered'), 1, 'Adaeze Nwosu delivered A jar and forty bowls'],
  [
    project('deposit_paid', { amount: 600, role: 'creator' }),
    1,
    'Adaeze Nwosu paid the deposit of $600 for A jar and forty bowls',
  ],
  [project('accepted'), 1, 'Adaeze Nwosu accepted A jar and forty bowls'],
  [project('accepted'), 0, 'A jar and forty bowls has begun: you both agreed to the terms'],
  [
    project('refunded', { amount: 600.5 }),
    0,
    'Your refund of $600.50 for A jar and forty bowls is on its way',
  ],
  [
    project('declined', { amount: 600 }),
    1,
    'Adaeze Nwosu declined A jar and forty bowls, and $600 goes back to you',
  ],
  [
    project('ruled', { amount: 20, role: 'creator' }),
    0,
    'Plinth decided about A jar and forty bowls, and $20 is yours',
  ],
  [project('cancelled', { amount: 0 }), 1, 'Adaeze Nwosu agreed to cancel A jar and forty bowls'],
])('says what happened in a project: %o', (event, by, words) => {
  expect(said('project', { by, project: event })).toBe(words)
})

it('names a project before the work that it was hired from', () => {
  expect(said('money', { project: project('remainder_paid'), work })).toBe(
    'Adaeze Nwosu paid the balance for A jar and forty bowls',
  )
})

it('says what became of the viewer’s own payments', () => {
  expect(said('money', { by: 0, billing: 'subscription_past_due' })).toBe(
    'The payment for your creator subscription failed',
  )
  expect(said('money', { by: 0, billing: 'promotion_running', post })).toBe(
    'The promotion of Two round things is running',
  )
  expect(
    said('money', { by: 0, billing: 'promotion_refused', refusal: 'Too dark to see.', post }),
  ).toBe('We can’t promote Two round things, and your money goes back to you: Too dark to see.')
  expect(said('money', { by: 0, billing: 'promotion_ended' })).toBe(
    'The promotion of your post has ended',
  )
})
