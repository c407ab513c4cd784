import { describe, expect, it } from 'vitest'
import { day, project } from './project-fixture.example.ts'
import { dueText, nextOf, partiesText, stateText } from './project-texts.ts'

const NOW = Date.parse(day(25))

it('says who hires whom, to each viewer', () => {
  expect(partiesText(project())).toBe('You hire Marit Test')
  expect(partiesText(project({ role: 'creator' }))).toBe('Ben Test hires you')
  expect(partiesText(project({ role: null }))).toBe('Ben Test hires Marit Test')
})

it('distinguishes open terms from a missing deposit', () => {
  expect(stateText(project({ status: 'requested', price: null }))).toBe('Terms open')
  expect(stateText(project({ status: 'requested', price: 450 }))).toBe('Waiting for the deposit')
  expect(stateText(project({ status: 'resolved', price: 450 }))).toBe('Settled')
})

it.each([
  ['creator', 'client', 'Quote: $840, yours to accept'],
  ['creator', 'creator', 'Quote of $840 sent, waiting for Ben'],
  ['creator', null, 'Quote of $840, waiting for Ben'],
  ['client', 'creator', 'Ben offers $840, yours to accept'],
  ['client', 'client', 'Your offer of $840, waiting for Marit'],
] as const)('shows a price that the %s offered to the %s', (by, role, words) => {
  const quoted = project({ status: 'requested', price: null, role, proposed: { by, price: 840 } })
  expect(stateText(quoted)).toBe(words)
  expect(nextOf({ ...quoted, needsViewer: role !== null && role !== by })?.what).toBe(
    'accept it or propose something else',
  )
  // The agreed price is shown rather than another proposal.
  expect(stateText({ ...quoted, price: 450 })).toBe('Waiting for the deposit')
})

describe('whose turn it is', () => {
  it.each([
    ['deposit_paid', 'client', false, 'Marit’s turn', 'accept or decline'],
    ['deposit_paid', 'creator', true, 'Your turn', 'accept or decline'],
    ['delivered', 'client', true, 'Your turn', 'approve it or ask for a change'],
    ['delivered', 'creator', false, 'Ben’s turn', 'approve it or ask for a change'],
    ['approved', 'client', true, 'Your turn', 'pay the balance'],
    ['accepted', 'client', false, 'Marit’s turn', 'deliver the work'],
    // A date or a cancellation that the creator proposed waits for the client.
    ['accepted', 'client', true, 'Your turn', 'answer what Marit proposed'],
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
      what: 'Plinth decides',
    })
    expect(nextOf(project({ status: 'disputed', needsViewer: true }))?.what).toBe('tell your side')
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
