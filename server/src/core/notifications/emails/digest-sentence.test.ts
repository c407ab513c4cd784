import {
  notificationSentence,
  type NotificationFacts,
} from '@plinth/contract/notifications/sentences.ts'
import {
  BILLING_EVENTS,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '@plinth/contract/notifications/notifications.ts'
import { PROJECT_EVENTS } from '@plinth/contract/projects/project-events.ts'
import { PROJECT_ROLES, type ProjectRole } from '@plinth/contract/projects/project-states.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { plainText } from '@plinth/contract/notifications/template.ts'
import { describe, expect, it } from 'vitest'

const FACTS: NotificationFacts = {
  kind: 'project',
  names: [],
  actorCount: 0,
  workCount: 1,
  title: null,
  isWork: false,
  subject: '',
  quote: null,
  excerpt: '',
  project: null,
  proof: null,
  billing: null,
  refusal: null,
  standing: null,
}
const inEmail = (facts: Partial<NotificationFacts>): string =>
  plainText(notificationSentence({ ...FACTS, ...facts }, 'email'))
const onScreen = (facts: Partial<NotificationFacts>): string =>
  plainText(notificationSentence({ ...FACTS, ...facts }, 'screen'))

interface How {
  amount?: number | null
  role?: ProjectRole
  who?: string | null
}
const project = (
  event: ProjectEventKind,
  { amount = 600, role = 'client', who = 'Marit Test' }: How = {},
): Partial<NotificationFacts> => ({
  names: who === null ? [] : [who],
  actorCount: who === null ? 0 : 1,
  project: { id: 'p', title: 'Moon Jar', event, amount, role },
})

describe('a sentence of an email', () => {
  it.each<[ProjectEventKind, How, string]>([
    ['deposit_paid', { role: 'creator' }, 'Marit Test paid the deposit of $600 for Moon Jar'],
    ['deposit_paid', { amount: 600.5 }, 'Marit Test paid the deposit of $600.50 for Moon Jar'],
    ['delivered', { amount: null }, 'Marit Test delivered Moon Jar'],
    ['accepted', { amount: null }, 'Marit Test accepted Moon Jar'],
    ['accepted', { who: null }, 'Moon Jar has begun: you both agreed to the terms'],
    ['declined', {}, 'Marit Test declined Moon Jar, and $600 goes back to you'],
    ['declined', { amount: null }, 'Marit Test declined Moon Jar'],
    ['ruled', { who: null, amount: 0 }, 'Plinth decided about Moon Jar'],
    ['ruled', { who: null, role: 'creator' }, 'Plinth decided about Moon Jar, and $600 is yours'],
    [
      'cancelled',
      { role: 'creator', amount: 1_200 },
      'Marit Test agreed to cancel Moon Jar, and $1,200 goes back to the client',
    ],
    ['refunded', { who: null }, 'Your refund of $600 for Moon Jar is on its way'],
    ['paid_out', { who: null, role: 'creator' }, 'Your payout of $600 for Moon Jar is on its way'],
  ])('of %s, %o', (event, how, words) => {
    expect(inEmail(project(event, how))).toBe(words)
  })

  it('exists for every event, for each of the two, with and without a sum', () => {
    for (const event of PROJECT_EVENTS)
      for (const role of PROJECT_ROLES)
        for (const amount of [null, 5])
          for (const who of [null, 'Ann']) {
            const facts = project(event, { role, amount, who })
            expect(inEmail(facts)).toMatch(/^[A-Z].* Moon Jar|^Moon Jar /)
            expect(onScreen(facts)).toBe(inEmail(facts))
          }
  })

  it('names the post that was promoted', () => {
    const billed = (billing: (typeof BILLING_EVENTS)[number], title: string | null) =>
      inEmail({ kind: 'money', billing, title })
    expect(billed('promotion_running', 'October jar')).toBe(
      'The promotion of October jar is running',
    )
    expect(billed('promotion_ended', null)).toBe('The promotion of your post has ended')
    for (const event of BILLING_EVENTS) expect(billed(event, null)).toMatch(/^\S/)
  })

  it('quotes nothing that somebody wrote', () => {
    const said = 'Something private'
    for (const kind of Object.keys(NOTIFICATION_KINDS) as NotificationKind[]) {
      const facts = { kind, names: ['Ann'], actorCount: 1, title: 'Moon Jar', excerpt: said }
      expect(inEmail(facts)).not.toContain(said)
    }
    const standing = { reason: said, note: said }
    for (const state of ['taken_down', 'upheld', 'restored'] as const)
      expect(inEmail({ kind: 'standing', standing: { state, ...standing } })).not.toContain(said)
  })

  it('names one creator who asks to name the person', () => {
    const facts = { kind: 'credit', names: ['Ann'], actorCount: 1, title: 'Moon Jar' } as const
    expect(inEmail(facts)).toBe('Ann asks to name you beside Moon Jar')
  })

  it.each([
    [{ guest: 'Nina', isOwn: false }, 1, 'Nina, a guest, commented in the proof room of Moon Jar'],
    [{ guest: 'Nina', isOwn: true }, 1, 'Nina, a guest, commented in your proof room Moon Jar'],
    [
      { guest: 'Nina', isOwn: true },
      2,
      'Nina and 1 other guest commented in your proof room Moon Jar',
    ],
    [
      { guest: 'Nina', isOwn: false },
      3,
      'Nina and 2 other guests commented in the proof room of Moon Jar',
    ],
    [{ guest: null, isOwn: true }, 1, 'A guest commented in your proof room Moon Jar'],
    [{ guest: null, isOwn: true }, 3, '3 guests commented in your proof room Moon Jar'],
  ])('names guests of a proof room: %o, %i of them', (who, actorCount, words) => {
    const proof = { id: 'r', title: 'Moon Jar', thingId: 't', ...who }
    const facts = { kind: 'proof', actorCount, proof } as const
    expect(inEmail(facts)).toBe(words)
    expect(onScreen(facts)).toBe(words)
  })

  it.each<[NotificationKind, string]>([
    ['like', 'Ann and 2 others liked Moon Jar'],
    ['comment', 'Ann and 2 others commented on Moon Jar'],
    ['reply', 'Ann and 2 others replied to you on Moon Jar'],
    ['mention', 'Ann and 2 others mentioned you on Moon Jar'],
    ['follow', 'Ann and 2 others started following you'],
    ['new_work', 'Ann and 2 others shared a new work: Moon Jar'],
    ['board', 'Ann and 2 others put Moon Jar on a public board'],
    ['feature', 'Plinth featured Moon Jar'],
    ['approval', 'Moon Jar is approved, and everyone can see it'],
    ['message', 'Ann and 2 others wrote to you: Glaze'],
    ['inquiry', 'Ann and 2 others sent a business inquiry: Glaze'],
  ])('of %s', (kind, words) => {
    const facts = { kind, names: ['Ann'], actorCount: 3, title: 'Moon Jar', subject: 'Glaze' }
    expect(inEmail(facts)).toBe(words)
  })
})
