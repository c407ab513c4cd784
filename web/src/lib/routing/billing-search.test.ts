import { expect, it } from 'vitest'
import { readStatementSearch } from './billing-search.ts'
import { readPaymentSearch } from './payment-search.ts'

it.each([
  [{}, {}],
  [
    { from: '2026-11-01', to: '2026-11-30' },
    { from: '2026-11-01', to: '2026-11-30' },
  ],
  [{ from: 'yesterday', to: 7 }, {}],
  [{ payouts: 'done' }, { payouts: 'done' }],
  [
    { payouts: 'again', from: '2026-11-01' },
    { payouts: 'again', from: '2026-11-01' },
  ],
  [{ payouts: 'yes' }, {}],
])('reads %o as %o', (raw, search) => {
  expect(readStatementSearch(raw)).toEqual(search)
})

it.each([
  [{ checkout: 'done' }, { checkout: 'done' }],
  [{ checkout: 'cancelled' }, { checkout: 'cancelled' }],
  [{ checkout: 'paid' }, {}],
  [{}, {}],
])('reads how somebody returned from %o', (raw, search) => {
  expect(readPaymentSearch(raw)).toEqual(search)
})
