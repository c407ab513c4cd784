import { BILLING_EVENTS } from '@plinth/contract/notifications/notifications.ts'
import { PROJECT_ROLES, type ProjectRole } from '@plinth/contract/projects/project-states.ts'
import { PROJECT_EVENTS } from '@plinth/contract/projects/project-events.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { describe, expect, it } from 'vitest'
import { billingSentence, projectSentence } from './letter-money.ts'

interface How {
  amount?: number | null
  role?: ProjectRole
  who?: string | null
}
const said = (
  event: ProjectEventKind,
  { amount = 600, role = 'client', who = 'Marit Test' }: How = {},
): string => projectSentence({ id: 'p', title: 'Moon Jar', event, amount, role }, who)

describe('a sentence of a letter', () => {
  it.each<[ProjectEventKind, How, string]>([
    ['deposit_paid', { role: 'creator' }, 'Marit Test paid the deposit of $600 for Moon Jar'],
    ['deposit_paid', { amount: 600.5 }, 'Marit Test paid the deposit of $600.50 for Moon Jar'],
    ['delivered', { amount: null }, 'Marit Test delivered Moon Jar'],
    ['accepted', { amount: null }, 'Marit Test accepted Moon Jar'],
    ['accepted', { who: null }, 'Moon Jar begins: you agreed on its terms'],
    ['declined', {}, 'Marit Test declined Moon Jar, and $600 goes back to you'],
    ['declined', { amount: null }, 'Marit Test declined Moon Jar'],
    ['ruled', { who: null, amount: 0 }, 'Plinth has ruled on Moon Jar'],
    ['ruled', { who: null, role: 'creator' }, 'Plinth has ruled on Moon Jar, and $600 is yours'],
    [
      'cancelled',
      { role: 'creator', amount: 1_200 },
      'Marit Test agreed to end Moon Jar, and $1,200 goes back to the client',
    ],
    ['refunded', { who: null }, 'Your refund of $600 for Moon Jar is on its way'],
    ['paid_out', { who: null, role: 'creator' }, 'Your payout of $600 for Moon Jar is on its way'],
  ])('of %s, %o', (event, how, words) => {
    expect(said(event, how)).toBe(words)
  })

  it('is there for whatever happens, to each of the two, with a sum and without', () => {
    for (const event of PROJECT_EVENTS)
      for (const role of PROJECT_ROLES)
        for (const amount of [null, 5])
          for (const who of [null, 'Ann'])
            expect(said(event, { role, amount, who })).toMatch(/^[A-Z].* Moon Jar|^Moon Jar /)
  })

  it('names the post that was promoted', () => {
    expect(billingSentence('promotion_running', 'October jar')).toBe(
      'The promotion of October jar has begun',
    )
    expect(billingSentence('promotion_ended', null)).toBe('The promotion of your post has ended')
    for (const event of BILLING_EVENTS) expect(billingSentence(event, null)).toMatch(/^\S/)
  })
})
