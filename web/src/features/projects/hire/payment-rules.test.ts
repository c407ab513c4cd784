import { expect, it } from 'vitest'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { paymentOutcome, messageOf } from './payment-rules.ts'

type Payment = Project['money']['payments'][number]

const payment = (rest: Partial<Payment>): Payment => ({
  id: 'p',
  purpose: 'deposit',
  amount: 600,
  state: 'paid',
  paidAt: '2026-11-21T08:00:00Z',
  fee: null,
  toClient: 0,
  toCreator: 0,
  refund: null,
  transfer: null,
  ...rest,
})
const room = (status: Project['status'], payments: Payment[]) =>
  ({ status, creator: { firstName: 'Tomás' }, money: { deposit: 600, payments } }) as Project

const open = payment({ state: 'open', paidAt: null })
const refund = { amount: 600, state: 'sent', reason: null, at: '2026-11-21T08:01:00Z' } as const
const rest = { purpose: 'remainder', paidAt: '2026-12-01T08:00:00Z' } as const

it.each([
  ['no payment is known', room('requested', []), 'waiting'],
  ['the checkout waits for a card', room('requested', [open]), 'waiting'],
  ['a request was paid', room('deposit_paid', [payment({})]), 'requested'],
  ['a quote was paid', room('accepted', [payment({})]), 'accepted'],
  [
    'the rest waits',
    room('approved', [payment({}), payment({ ...rest, state: 'open' })]),
    'waiting',
  ],
  ['the rest was paid', room('completed', [payment(rest), payment({})]), 'completed'],
  ['it came too late', room('withdrawn', [payment({ refund })]), 'refused'],
] as const)('recognises that %s', (_, project, outcome) => {
  expect(paymentOutcome(project)).toBe(outcome)
})

it('names what is held when the creator can start', () => {
  expect(messageOf('accepted', room('accepted', []))).toBe(
    'Plinth holds your $600 deposit, and Tomás can start.',
  )
})
