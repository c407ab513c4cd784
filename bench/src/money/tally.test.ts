import { expect, test } from 'vitest'
import { addTally, EMPTY, tallyLines } from './tally.ts'

const one = { ...EMPTY, sequences: 2, steps: 40, struck: { died: 3 }, statuses: { completed: 1 } }

test('adds tallies and keeps the first failure', () => {
  const failed = {
    ...EMPTY,
    sequences: 1,
    struck: { died: 1, lost: 2 },
    failed: ['seed 7', 'a cent'],
  }
  const both = addTally(addTally(one, failed), { ...EMPTY, failed: ['seed 9'] })
  expect(both).toMatchObject({
    sequences: 3,
    steps: 40,
    struck: { died: 4, lost: 2 },
    failed: ['seed 7', 'a cent'],
  })
  expect(tallyLines(both, 3)).toContain('seed 7')
})

test('lists the most frequent fault first', () => {
  const lines = tallyLines({ ...one, struck: { rare: 1, often: 9 } }, 12.4)
  expect(lines[0]).toBe('2 sequences of 40 steps and 0 calls in 12 s')
  expect(lines[2]).toMatch(/9 {2}often$/)
  expect(lines.at(-1)).toBe('Every cent is accounted for.')
})
