import type { HomeProject, Waiting } from '@plinth/contract/people/home.ts'
import { waitingLines, whatIsNext, type Next } from '@plinth/contract/projects/next.ts'
import { OPEN_STATUSES } from '@plinth/contract/projects/project-states.ts'
import { describe, expect, it } from 'vitest'
import { wordsIn } from './zone-texts.ts'

const now = new Date('2026-11-22T08:40:00Z')
const person = (firstName: string, lastName: string) => ({
  id: firstName,
  handle: null,
  firstName,
  lastName,
  profileImageUrl: null,
  location: null,
  isCreator: true,
})
const [ben, marit] = [person('Ben', 'Castellan'), person('Marit', 'Solheim')]
const project: HomeProject = {
  id: 'p',
  number: 1,
  title: 'A jar and forty bowls',
  status: 'delivered',
  work: null,
  client: ben,
  creator: marit,
  role: 'client',
  price: 3200,
  proposed: null,
  deliverBy: '2026-12-03',
  needsViewer: true,
  dueAt: '2026-11-29T10:00:00.000Z',
  createdAt: '',
  updatedAt: '',
  held: 1600,
  deliveryNumber: 2,
  nextMilestone: null,
  deposit: 1600,
  balance: 1600,
}
const textOf = ({ sentence }: Next): string =>
  sentence.map((part) => (typeof part === 'string' ? part : part.strong)).join('')
const next = (more: Partial<HomeProject>) =>
  whatIsNext({ ...project, ...more }, wordsIn('Europe/Lisbon', now, false))

describe('what is next', () => {
  it('says it to the client', () => {
    expect(textOf(next({}))).toBe('Marit sent delivery 2. Answer by Sunday 29 November.')
    expect(next({}).action).toBe('Look at the delivery')
    const paid = next({ status: 'deposit_paid', needsViewer: false, held: 900 })
    expect(textOf(paid)).toBe(
      'If Marit says no, or nothing by Sunday 29 November, your $900 comes back.',
    )
    expect(paid.label).toBe('Waiting for Marit')
    const nextMilestone = { title: 'First drafts', due: '2026-12-03' }
    expect(textOf(next({ status: 'accepted', needsViewer: false, nextMilestone }))).toBe(
      'Next: First drafts, due Thursday 3 December.',
    )
  })

  it('says it to the creator', () => {
    const maker = (more: Partial<HomeProject>) => next({ role: 'creator', ...more })
    expect(textOf(maker({ status: 'accepted', dueAt: null }))).toBe(
      'Deliver to Ben by Thursday 3 December.',
    )
    expect(textOf(maker({ needsViewer: false }))).toBe(
      'Ben has until Sunday 29 November to answer delivery 2.',
    )
    expect(maker({ status: 'delivered', needsViewer: true }).action).toBe('Read the suggestion')
  })

  it('says that an agreed day has passed, and promises no day after a change was asked for', () => {
    const late = { deliverBy: '2026-11-17', dueAt: null, needsViewer: false }
    const day = 'Tuesday 17 November'
    const said = (more: Partial<HomeProject>) => textOf(next({ ...late, ...more }))
    expect(said({ status: 'accepted' })).toBe(`Marit’s delivery was due on ${day}.`)
    expect(said({ status: 'accepted', role: 'creator' })).toBe(
      `Your delivery to Ben was due on ${day}.`,
    )
    const nextMilestone = { title: 'First drafts', due: '2026-11-17' }
    expect(said({ status: 'accepted', nextMilestone })).toBe(
      `Next: First drafts, was due on ${day}.`,
    )
    expect(said({ status: 'revision_requested' })).toBe(
      'You asked for a change. Marit is working on it.',
    )
    expect(said({ status: 'revision_requested', role: 'creator' })).toBe(
      'Ben asked for a change. Deliver again soon.',
    )
  })

  it('has a sentence for both sides of every status under way', () => {
    for (const status of OPEN_STATUSES)
      for (const role of ['client', 'creator'] as const)
        for (const price of [null, 3200]) {
          const said = next({ status, role, price, needsViewer: false })
          expect([textOf(said), said.label], `${status} ${role}`).not.toContain('')
          expect(textOf(said)).not.toMatch(/null|undefined|\$0/)
        }
  })
})

describe('what waits', () => {
  const item: Waiting = {
    kind: 'offer',
    id: 'p',
    path: '/projects/p',
    person: ben,
    personZone: null,
    picture: null,
    title: 'Moon Jar',
    line: 'Twelve plates for the second room',
    amount: 620,
    held: 230,
    round: null,
    messages: 0,
    dueAt: '2026-11-28T17:00:00.000Z',
    dueOn: null,
    at: now.toISOString(),
  }
  const lines = (more: Partial<Waiting>) =>
    waitingLines({ ...item, ...more }, wordsIn('Europe/Oslo', now, true))

  it('says who wants what, until when, and what to press', () => {
    expect(lines({})).toEqual({
      title: 'Ben Castellan sent you an offer, $620',
      line: 'Twelve plates for the second room',
      deadline: 'Answer by Saturday 28 November, 18:00.',
      action: 'Read the offer',
    })
    expect(lines({ kind: 'deliver', dueAt: null, dueOn: '2026-11-27' })).toEqual({
      title: 'Moon Jar is due on Friday, for Ben Castellan',
      line: 'Twelve plates for the second room. The deposit of $230 is held.',
      deadline: 'Due Friday 27 November.',
      action: 'Deliver',
    })
    expect(lines({ kind: 'deliver', dueAt: null, dueOn: '2026-11-20' }).title).toContain('was due')
    expect(lines({ kind: 'change', round: 1, line: 'The tumbler should hold 3 dl.' }).line).toBe(
      'Moon Jar, round 1 of 2. The tumbler should hold 3 dl.',
    )
  })
})
