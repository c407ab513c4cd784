import { describe, expect, it } from 'vitest'
import { day, project } from './project-fixture.example.ts'
import { dueText, nextOf, partiesText, stateText } from './project-texts.ts'

const NOW = Date.parse(day(25))

it('calls it a request until both have agreed', () => {
  const asked = { status: 'deposit_paid' } as const
  expect(partiesText(project(asked))).toBe('Your request to Marit Test')
  expect(partiesText(project({ ...asked, role: 'creator' }))).toBe('Request from Ben Test')
  expect(partiesText(project({ ...asked, role: null }))).toBe('Request from Ben Test to Marit Test')
})

it('says who hired whom, to each viewer', () => {
  expect(partiesText(project())).toBe('You hired Marit Test')
  expect(partiesText(project({ role: 'creator' }))).toBe('Ben Test hired you')
  expect(partiesText(project({ role: null }))).toBe('Ben Test hired Marit Test')
})

it('distinguishes open terms from a missing deposit', () => {
  expect(stateText(project({ status: 'requested', price: null }))).toBe('Agreeing on terms')
  expect(stateText(project({ status: 'requested', price: 450 }))).toBe('Waiting for the deposit')
  expect(stateText(project({ status: 'resolved', price: 450 }))).toBe('Settled')
})

it.each([
  ['creator', 'client', 'Marit quoted $840'],
  ['creator', 'creator', 'You quoted $840, waiting for Ben'],
  ['creator', null, 'Quote of $840, waiting for Ben'],
  ['client', 'creator', 'Ben offered $840'],
  ['client', 'client', 'You offered $840, waiting for Marit'],
] as const)('shows a price that the %s offered to the %s', (by, role, words) => {
  const quoted = project({ status: 'requested', price: null, role, proposed: { by, price: 840 } })
  expect(stateText(quoted)).toBe(words)
  expect(nextOf({ ...quoted, needsViewer: role !== null && role !== by })?.what).toBe(
    'accept or offer other terms',
  )
  // The agreed price is shown rather than another proposal.
  expect(stateText({ ...quoted, price: 450 })).toBe('Waiting for the deposit')
})

describe('whose turn it is', () => {
  it.each([
    ['deposit_paid', 'client', false, 'Marit’s turn', 'accept or decline'],
    ['deposit_paid', 'creator', true, 'Your turn', 'accept or decline'],
    ['delivered', 'client', true, 'Your turn', 'approve or ask for a change'],
    ['delivered', 'creator', false, 'Ben’s turn', 'approve or ask for a change'],
    ['approved', 'client', true, 'Your turn', 'pay the balance'],
    ['accepted', 'client', false, 'Marit’s turn', 'deliver the work'],
    // A date or a cancellation that the creator proposed waits for the client.
    ['accepted', 'client', true, 'Your turn', 'answer Marit’s offer'],
    ['accepted', null, false, 'Marit’s turn', 'deliver the work'],
  ] as const)('%s to the %s', (status, role, needsViewer, turn, what) => {
    expect(nextOf(project({ status, role, needsViewer }))).toMatchObject({ turn, what })
  })

  it('is the turn of whoever has terms to answer', () => {
    const terms = { status: 'requested', price: null } as const
    expect(nextOf(project({ ...terms, needsViewer: true }))?.turn).toBe('Your turn')
    expect(nextOf(project({ ...terms, needsViewer: false }))?.turn).toBe('Marit’s turn')
    expect(nextOf(project({ ...terms, role: 'creator' }))?.turn).toBe('Ben’s turn')
  })

  it('is nobody’s turn when it has ended, and Plinth’s in a dispute', () => {
    expect(nextOf(project({ status: 'completed' }))).toBeNull()
    expect(nextOf(project({ status: 'withdrawn' }))).toBeNull()
    expect(nextOf(project({ status: 'disputed' }))).toMatchObject({
      turn: null,
      what: 'Plinth will decide',
    })
    expect(nextOf(project({ status: 'disputed', needsViewer: true }))?.what).toBe('add your side')
  })
})

it('explains the meaning of a date', () => {
  expect(dueText(project({ status: 'accepted' }), NOW)).toBe('due 20 Dec')
  expect(dueText(project({ status: 'delivered', dueAt: day(30) }), NOW)).toBe(
    'counts as approved on 30 Nov',
  )
  expect(dueText(project({ status: 'accepted', deliverBy: null }), NOW)).toBeNull()
  expect(dueText(project({ status: 'completed', dueAt: null }), NOW)).toBeNull()
})
