import { describe, expect, it } from 'vitest'
import { mentionAt, partsOf, withHandle } from './mentions.ts'

describe('a name being typed', () => {
  it.each([
    ['@Mar', 0, 'Mar'],
    ['so @Marit So', 3, 'Marit So'],
    ['(@Zoë', 1, 'Zoë'],
    ['ask @marit_sol', 4, 'marit_sol'],
  ])('is found in “%s”', (text, start, words) => {
    expect(mentionAt(text, text.length)).toEqual({ start, words })
  })
  it.each(['@', 'me@example', 'no one', '@Marit, yes'])('is not found in “%s”', (text) => {
    expect(mentionAt(text, text.length)).toBeNull()
  })
  it('ends at the caret', () => {
    expect(mentionAt('@Marit and more', 4)).toEqual({ start: 0, words: 'Mar' })
  })
})

it('inserts the handle of the chosen person', () => {
  const text = 'Look, @mar is here'
  const naming = mentionAt(text, 10)
  expect(naming && withHandle(text, naming, 'marit')).toEqual({
    text: 'Look, @marit is here',
    caret: 13,
  })
})

describe('the parts of a comment', () => {
  it('separates names from other text', () => {
    expect(partsOf('Hi @Marit, hi', [{ userId: 'm', start: 3, length: 6 }])).toEqual([
      { text: 'Hi ', userId: null },
      { text: '@Marit', userId: 'm' },
      { text: ', hi', userId: null },
    ])
  })
  it('ignores mentions outside the text', () => {
    expect(partsOf('Hi', [{ userId: 'm', start: 1, length: 9 }])).toEqual([
      { text: 'Hi', userId: null },
    ])
  })
})
