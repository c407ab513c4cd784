import { expect, it } from 'vitest'
import { addressed, goingTo, searchTextOf, sending, typed } from './search-box.tsx'

it('keeps what is typed while the address still shows less of it', () => {
  let state = sending(typed(searchTextOf(''), 'mo'), 'mo')
  state = typed(state, 'moon')
  state = addressed(state, 'mo')
  expect(state.text).toBe('moon')
  state = sending(typed(state, 'moon j'), 'moon j')
  state = sending(typed(state, 'moon jar'), 'moon jar')
  state = addressed(state, 'moon j')
  expect(state.text).toBe('moon jar')
  state = addressed(state, 'moon jar')
  expect(state).toEqual({ text: 'moon jar', q: 'moon jar', sent: [] })
})

it('follows the address when somebody else changes it', () => {
  const state = addressed(sending(typed(searchTextOf('moon'), 'tide'), 'tide'), 'tide')
  expect(addressed(state, 'moon').text).toBe('moon')
})

it('skips an address that was passed over', () => {
  let state = sending(sending(searchTextOf(''), 'a'), 'ab')
  state = addressed(state, 'ab')
  expect(state.sent).toEqual([])
  expect(sending(state, 'ab')).toBe(state)
})

it('sends a word again when the one before it is still on its way', () => {
  const state = sending(searchTextOf('a'), 'ab')
  expect(goingTo(state)).toBe('ab')
  expect(goingTo(sending(state, 'a'))).toBe('a')
})
