import { expect, it } from 'vitest'
import { changed, newHistory, redone, rewritten, undone } from './history-rules.ts'

const typed = (texts: readonly string[], group: string | null, apart = 100) =>
  texts.reduce(
    (history, text, at) => changed(history, text, { group, at: 10_000 + at * apart }),
    newHistory(''),
  )

it('undoes typing in one field at once', () => {
  const history = typed(['a', 'ab', 'abc'], 'title')
  expect(undone(history).now).toBe('')
  expect(redone(undone(history)).now).toBe('abc')
})

it('undoes step by step what is typed with pauses, or not typed', () => {
  expect(undone(typed(['a', 'ab'], 'title', 5_000)).now).toBe('a')
  expect(undone(typed(['a', 'ab'], null)).now).toBe('a')
})

it('begins a new step after undoing', () => {
  const history = changed(undone(typed(['a', 'ab'], null)), 'ax', { group: null, at: 0 })
  expect(history.future).toEqual([])
  expect(undone(history).now).toBe('a')
  expect(redone(history).now).toBe('ax')
})

it('stays where it is at either end', () => {
  const history = newHistory('a')
  expect(undone(history)).toBe(history)
  expect(redone(history).now).toBe('a')
  expect(changed(history, 'a', { group: null, at: 1 })).toBe(history)
})

it('keeps the last 200 steps', () => {
  const all = typed(
    Array.from({ length: 300 }, (_, at) => String(at)),
    null,
  )
  expect(all.past).toHaveLength(200)
})

it('rewrites every state', () => {
  const history = rewritten(undone(typed(['a', 'ab'], null)), (text) => `${text}!`)
  expect([history.past, history.now, history.future]).toEqual([['!'], 'a!', ['ab!']])
})
