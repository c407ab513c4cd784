import { expect, it } from 'vitest'
import { compareJournal, countFuzz, createJournal, isFault } from './lib/drills/journal.ts'

const foundOf = (counts: Record<string, Record<string, number>>) =>
  new Map(Object.entries(counts).map(([kind, own]) => [kind, new Map(Object.entries(own))]))

function written() {
  const journal = createJournal()
  journal.write('comment', 'one', 'acknowledged')
  journal.write('comment', 'two', 'unknown')
  journal.write('like', 'ada 1', 'unknown')
  journal.write('like', 'ada 1', 'acknowledged', 0)
  return journal.entries()
}

it('finds nothing wrong when everything acknowledged is there once', () => {
  const found = foundOf({ comment: { one: 1, two: 1 }, like: {} })
  expect(compareJournal(written(), found)).toEqual({ acknowledged: 2, lost: [], doubled: [] })
})

it('does not miss what nobody was told about', () => {
  const found = foundOf({ comment: { one: 1 }, like: {} })
  expect(compareJournal(written(), found).lost).toEqual([])
})

it('names what was acknowledged and is not there', () => {
  const found = foundOf({ comment: { two: 1 }, like: {} })
  expect(compareJournal(written(), found).lost).toEqual(['comment one'])
})

it('names what was taken back and is there again', () => {
  const found = foundOf({ comment: { one: 1 }, like: { 'ada 1': 1 } })
  expect(compareJournal(written(), found).lost).toEqual(['like ada 1'])
})

it('names what happened twice, also if nobody was told about it', () => {
  const found = foundOf({ comment: { one: 2, two: 3 }, like: {} })
  expect(compareJournal(written(), found).doubled).toEqual(['comment one', 'comment two'])
})

it('refuses to compare with a kind that nobody looked for', () => {
  expect(() => compareJournal(written(), foundOf({ comment: {} }))).toThrow(
    'Nobody looked for any like.',
  )
})

it.each([
  ['500', true],
  ['502', true],
  ['503', false],
  ['429', false],
  ['no answer', false],
])('judges %s: fault %s', (status, fault) => {
  expect(isFault(status)).toBe(fault)
})

it('adds up what the fuzz test wrote down', () => {
  const lines = [
    { role: 'visitor', name: 'POST /a', statuses: { 401: 3 } },
    { role: 'admin', name: 'POST /a', statuses: { 200: 1, 401: 2 } },
    { role: 'admin', name: 'PUT /b', statuses: { 500: 1 } },
  ].map((line) => `${JSON.stringify(line)}\n`)
  expect(countFuzz(lines.join(''))).toEqual({
    routes: 2,
    calls: 7,
    statuses: new Map([
      ['401', 5],
      ['200', 1],
      ['500', 1],
    ]),
  })
})
