import { expect, it } from 'vitest'
import {
  declineProblems,
  EMPTY_QUOTE,
  priceOf,
  quoteBodyOf,
  quoteProblems,
} from './answer-fields.ts'

it.each([
  ['3,200', 3_200],
  ['0.01', 0.01],
  ['$450.51', 450.51],
])('reads %s as it will be asked for', (price, dollars) => {
  expect(priceOf({ price })).toBe(dollars)
})

it.each(['', '0', '0.00', 'a lot', '12.345', '1,2', '-5', '1e9', '99999999999'])(
  'shows no figures for %j',
  (price) => expect(priceOf({ price })).toBeNull(),
)

it.each([
  ['', 'Please name a price, in dollars'],
  ['soon', 'Please name a price, in dollars'],
  ['12.345', 'Please name a price, in dollars'],
  ['0', 'A quote asks for more than $0'],
])('does not send a quote of %j', (price, sentence) => {
  expect(quoteProblems({ ...EMPTY_QUOTE, price })).toEqual({ price: sentence })
})

it('sends what was typed, and nothing where nothing was', () => {
  const bare = { ...EMPTY_QUOTE, price: '3,200' }
  expect(quoteProblems(bare)).toEqual({})
  expect(quoteBodyOf(bare)).toEqual({ price: 3_200, timeline: null })
  expect(quoteBodyOf({ ...bare, timeline: 'ASAP', content: ' Two firings. ' })).toEqual({
    price: 3_200,
    timeline: 'ASAP',
    content: 'Two firings.',
  })
})

it('declines with words', () => {
  expect(declineProblems({ content: '  ' })).toEqual({ content: 'Please write a word of why' })
  expect(declineProblems({ content: 'Full until May.' })).toEqual({})
})
