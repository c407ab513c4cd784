import { expect, it } from 'vitest'
import { escrowLines, escrowRule, feeOfPart } from './escrow-rules.ts'
import { day, money, payment, project } from '../project-fixture.example.ts'
import { PROJECT_STATUSES } from '@plinth/contract/projects/project-states.ts'

const linesOf = (...args: Parameters<typeof project>) =>
  escrowLines(project(...args)).map(({ what, value }) => [what, value])

it('shows both halves, what is held and what is released while it runs', () => {
  expect(linesOf()).toEqual([
    ['50% deposit, paid 21 Nov', 1_600],
    ['Balance, on approval', 1_600],
    ['Held by Plinth', 1_600],
    ['Released to Marit', 0],
  ])
})

it('names what is still to be paid before anything is', () => {
  expect(linesOf({ status: 'requested', money: money({ held: 0, payments: [] }) })).toEqual([
    ['50% deposit, to pay', 1_600],
    ['Balance, on approval', 1_600],
    ['Held by Plinth', 0],
  ])
})

it('lists nothing due once it has ended, and shows where the money went and why it has not arrived', () => {
  const refund = {
    amount: 1_600,
    state: 'failed' as const,
    reason: 'The card was closed.',
    at: day(26),
  }
  const lines = escrowLines(
    project({
      status: 'declined',
      money: money({
        held: 0,
        refunded: 1_600,
        payments: [payment({ toClient: 1_600, refund })],
      }),
    }),
  )
  expect(lines.map(({ what }) => what)).toEqual([
    '50% deposit, paid 21 Nov',
    'Held by Plinth',
    'Released to Marit',
    'Back to you',
  ])
  expect(lines[0]?.note).toBe('The bank returned the refund of $1,600. The card was closed.')
})

it('addresses the viewer as you', () => {
  expect(linesOf({ role: 'creator' })).toContainEqual(['Released to you', 0])
  expect(linesOf({ money: money({ refunded: 5 }) })).toContainEqual(['Back to you', 5])
})

it('shows the card fee if the server returns it', () => {
  const payments = [payment({ fee: 46.7 }), payment({ purpose: 'remainder', fee: 46.71 })]
  expect(linesOf({ role: 'creator', money: money({ payments }) })).toContainEqual([
    'Card fee',
    93.41,
  ])
})

it('has a rule for every state', () => {
  for (const status of PROJECT_STATUSES) expect(escrowRule(project({ status }))).not.toBe('')
})

it('calculates the card fee of a part, never more than the part', () => {
  const half = project({ money: money({ payments: [payment({ fee: 46.7 })] }) })
  expect([1_600, 20, 0].map((part) => feeOfPart(half, part))).toEqual([46.7, 20, 0])
  expect(feeOfPart(project(), 1_600)).toBe(0)
})
