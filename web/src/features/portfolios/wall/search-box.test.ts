import { expect, it } from 'vitest'
import { addressed, goingTo, searchTextOf, sending, typed } from './search-box.tsx'

it('keeps the typed text while the address lags behind', () => {
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

it('follows the address when something else changes it', () => {
  const state = addressed(sending(typed(searchTextOf('moon'), 'tide'), 'tide'), 'tide')
  expect(addressed(state, 'moon').text).toBe('moon')
})

it('handles an address update that was skipped', () => {
  let state = sending(sending(searchTextOf(''), 'a'), 'ab')
  state = addressed(state, 'ab')
  expect(state.sent).toEqual([])
  expect(sending(state, 'ab')).toBe(state)
})

it('sends a search again while the previous one is pending', () => {
  const state = sending(searchTextOf('a'), 'ab')
  expect(goingTo(state)).toBe('ab')
  expect(goingTo(sending(state, 'a'))).toBe('a')
})
