import { describe, expect, it } from 'vitest'
import type { Promotion } from '@plinth/contract/posts/promotions.ts'
import { canPromote, describePromotion } from './promotion-texts.ts'

const promotion = (over: Partial<Promotion>): Promotion => ({
  id: 'p',
  state: 'unpaid',
  post: { id: 'post', title: 'Jars', picture: null },
  member: {
    id: 'm',
    handle: 'marit',
    firstName: 'Marit',
    lastName: 'Solheim',
    profileImageUrl: null,
    location: null,
    isCreator: true,
  },
  price: 35,
  createdAt: '2026-01-01T12:00:00.000Z',
  paidAt: null,
  startsAt: null,
  endsAt: null,
  reason: null,
  refundState: null,
  ...over,
})

describe('the description of a promotion', () => {
  it('is empty before it is paid', () => {
    expect(describePromotion(promotion({}))).toEqual([])
    expect(canPromote(promotion({}))).toBe(true)
    expect(canPromote(null)).toBe(true)
  })

  it('tells where the money is', () => {
    expect(describePromotion(promotion({ state: 'waiting' }))[0]).toMatch(/^You paid \$35/)
    expect(
      describePromotion(
        promotion({ state: 'refused', reason: 'Not for us.', refundState: 'sent' }),
      ),
    ).toEqual([
      'We refused your last promotion: Not for us.',
      '$35 is on its way back to your card.',
    ])
  })

  it.each(['waiting', 'running'] as const)('offers no new promotion while %s', (state) => {
    expect(canPromote(promotion({ state, endsAt: '2026-01-08T12:00:00.000Z' }))).toBe(false)
  })

  it('has the day it ended, and a new one can be bought', () => {
    const ended = promotion({ state: 'ended', endsAt: '2020-01-08T12:00:00.000Z' })
    expect(describePromotion(ended)).toEqual(['Your last promotion ended on 8 Jan 2020.'])
    expect(canPromote(ended)).toBe(true)
  })
})
