import { expect, it } from 'vitest'
import {
  declineProblems,
  EMPTY_QUOTE,
  priceOf,
  quoteBodyOf,
  quoteDraft,
  quoteProblems,
  type QuoteFields,
} from './answer-fields.ts'
import { makeDraft } from '../../../lib/forms/draft.ts'

const TODAY = '2026-11-20'
const WHOLE: QuoteFields = { ...EMPTY_QUOTE, price: '3,200', deliverBy: '2027-03-06' }

it.each([
  ['3,200', 3_200],
  ['0.01', 0.01],
  ['$450.51', 450.51],
])('reads %s as the price that will be sent', (price, dollars) => {
  expect(priceOf({ price })).toBe(dollars)
})

it.each(['', '0', '0.00', 'a lot', '12.345', '1,2', '-5', '1e9', '99999999999'])(
  'shows no figures for %j',
  (price) => expect(priceOf({ price })).toBeNull(),
)

it.each([
  ['', 'Please enter a price in dollars'],
  ['soon', 'Please enter a price in dollars'],
  ['12.345', 'Please enter a price in dollars'],
  ['0', 'Enter a price above $0'],
])('refuses a quote of %j', (price, sentence) => {
  expect(quoteProblems({ ...WHOLE, price }, TODAY)).toEqual({ price: sentence })
})

it.each([
  ['', 'Please choose a final delivery date'],
  ['2027-02-30', 'Please choose a final delivery date'],
  ['2026-11-19', 'This date has passed'],
  ['2027-11-21', 'Choose a date within a year'],
])('refuses a delivery by %j', (deliverBy, sentence) => {
  expect(quoteProblems({ ...WHOLE, deliverBy }, TODAY)).toEqual({ deliverBy: sentence })
})

it.each([TODAY, '2027-11-20'])('accepts a delivery by %s', (deliverBy) => {
  expect(quoteProblems({ ...WHOLE, deliverBy }, TODAY)).toEqual({})
})

it('refuses a number of files that is none', () => {
  expect(quoteProblems({ ...WHOLE, picks: 'two' }, TODAY)).toEqual({
    picks: 'Enter a number from 1 to 200, or nothing.',
  })
})

it('checks the text and the day of every milestone', () => {
  const milestones = [
    { key: 'a', title: 'Two directions', due: '2027-01-15' },
    { key: 'b', title: ' ', due: '2027-01-29' },
    { key: 'c', title: 'Print-ready files', due: '2027-03-07' },
    { key: 'd', title: '', due: '' },
  ]
  expect(quoteProblems({ ...WHOLE, milestones }, TODAY)).toEqual({
    'milestones.1.title': 'Name this step, or remove it',
    'milestones.2.due': 'Choose a date before the final delivery',
  })
})

it('sends the filled fields and omits empty ones', () => {
  expect(quoteProblems(WHOLE, TODAY)).toEqual({})
  expect(quoteBodyOf(WHOLE)).toEqual({
    price: 3_200,
    deliverBy: '2027-03-06',
    picks: null,
    milestones: [],
  })
  const milestones = [
    { key: 'a', title: ' Two directions ', due: '2027-01-15' },
    { key: 'b', title: '', due: '' },
    { key: 'c', title: 'Print-ready files', due: '' },
  ]
  expect(quoteBodyOf({ ...WHOLE, picks: '5', milestones, content: ' Two firings. ' })).toEqual({
    price: 3_200,
    deliverBy: '2027-03-06',
    picks: 5,
    milestones: [
      { title: 'Two directions', due: '2027-01-15' },
      { title: 'Print-ready files', due: null },
    ],
    content: 'Two firings.',
  })
})

it('restores the valid parts of a draft', () => {
  const store = new Map<string, string>()
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  }
  const key = '0b9c1f3e-8f0a-4a57-9d0e-3c1a2b4d5e6f'
  const stored = { price: '3,200', timeline: 'ASAP', content: 'Two firings.' }
  store.set('plinth.quote.i.me', JSON.stringify({ key, fields: stored, files: [] }))
  expect(makeDraft(quoteDraft('i')).read(storage, 'me')?.fields).toEqual({
    price: '3,200',
    deliverBy: '',
    picks: '',
    milestones: [],
    content: 'Two firings.',
  })
  const older = { clientId: key, fields: stored, mediaIds: [] }
  store.set('plinth.quote.i.me', JSON.stringify(older))
  expect(makeDraft(quoteDraft('i')).read(storage, 'me')).toBeNull()
})

it('requires text to decline', () => {
  expect(declineProblems({ content: '  ' })).toEqual({ content: 'Please explain why' })
  expect(declineProblems({ content: 'Full until May.' })).toEqual({})
})
