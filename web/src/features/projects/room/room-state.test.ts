import { describe, expect, it } from 'vitest'
import { PROJECT_STATUSES } from '@plinth/contract/projects/project-states.ts'
import type { Project, ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { day, event, money, payment, project } from '../project-fixture.example.ts'
import { decisionOf, summarize, stepsOf } from './room-state.ts'

describe('the status of a room', () => {
  it.each(PROJECT_STATUSES)('%s has a text for each side, without gaps', (status) => {
    for (const role of ['client', 'creator', null] as const) {
      const said = summarize(project({ status, role, dueAt: '2026-12-01T10:00:00Z' })).join(' ')
      expect(said).not.toMatch(/undefined|null|NaN|Invalid/)
      expect(said.length).toBeGreaterThan(20)
    }
  })

  it('distinguishes an end without money from one with a refund', () => {
    const free = money({ refunded: 0, held: 0, payments: [] })
    expect(summarize(project({ status: 'declined', money: free }))[1]).toBe('Nothing was charged.')
    expect(summarize(project({ status: 'declined', money: money({ refunded: 1_600 }) }))[1]).toBe(
      'All $1,600 goes back to your card.',
    )
  })

  it('says who is suspended while their answer is awaited', () => {
    const away = { status: 'delivered', suspended: ['client'] } satisfies Partial<Project>
    expect(summarize(project({ ...away, role: 'creator' }))[1]).toMatch(
      /Ben’s account is suspended, so Ben can’t answer for now\./,
    )
    expect(summarize(project({ ...away, role: 'client' }))[1]).not.toContain('suspended')
    expect(summarize(project({ ...away, status: 'completed', role: 'creator' }))[1]).not.toContain(
      'suspended',
    )
  })

  it('mentions a change while one is left', () => {
    const said = (revisionsLeft: number) =>
      summarize(project({ status: 'delivered', role: 'client', revisionsLeft }))[1]
    expect(said(1)).toMatch(/, or ask for a change\.$/)
    expect(said(0)).toMatch(/You’ve used all changes\. .* ask Plinth to decide\.$/)
  })

  it('shows a quote as one', () => {
    const proposed = { by: 'creator', price: 840 } as const
    const quoted = project({ status: 'requested', price: null, proposed })
    expect(summarize(quoted)[0]).toBe('Marit quoted $840')
    expect(summarize({ ...quoted, role: 'creator' })).toEqual([
      'You quoted $840',
      'Ben hasn’t answered yet. Start once the deposit is paid.',
    ])
  })

  it('gives the reason if the status alone does not explain it', () => {
    const happened = (kind: ProjectEventKind) => ({ events: [event(kind)] })
    const said = (over: Parameters<typeof project>[0]) => summarize(project(over))[1]
    expect(said({ status: 'approved', ...happened('auto_approved') })).toMatch(
      /^You didn’t answer within 7 days, so it counts as approved\. Pay /,
    )
    expect(said({ status: 'approved', ...happened('approved') })).toMatch(/^Pay /)
    expect(said({ status: 'cancelled', ...happened('taken_back') })).toMatch(/^You took /)
    expect(said({ status: 'resolved', role: 'creator', ...happened('abandoned') })).toMatch(
      /^The balance wasn’t paid within 14 days\./,
    )
    const refund = { amount: 800, state: 'failed' as const, reason: null, at: day(22) }
    const returned = money({ refunded: 800, payments: [payment({ refund })] })
    expect(said({ status: 'declined', money: returned })).toBe(
      'All $800 goes back to your card. The bank returned your refund of $800. It’s still yours, and we’ll send it again.',
    )
  })
})

describe('the main decision', () => {
  it('names the server’s sum', () => {
    const open = project({ status: 'delivered', actions: ['complete', 'requestRevision'] })
    expect(decisionOf(open)?.words).toBe('Approve and pay the balance, $1,600')
    expect(decisionOf({ ...open, status: 'approved' })?.words).toBe('Pay the balance, $1,600')
    const odd = project({ actions: ['payDeposit'], money: money({ deposit: 225.26 }) })
    expect(decisionOf(odd)?.words).toBe('Pay the deposit, $225.26')
  })

  it('is never an action that the server does not list', () => {
    expect(decisionOf(project({ status: 'delivered', actions: [] }))).toBeNull()
    expect(decisionOf(project({ status: 'accepted', actions: ['dispute'] }))).toBeNull()
  })
})

const states = (...args: Parameters<typeof project>) =>
  stepsOf(project(...args)).map(({ state }) => state)

it('lights the steps that were reached, marks the current one and leaves the rest dark', () => {
  expect(states({ status: 'accepted' })).toEqual(['done', 'done', 'now', 'ahead', 'ahead', 'ahead'])
  expect(states({ status: 'delivered', steps: { deliveredAt: day(26) } })).toEqual([
    'done',
    'done',
    'done',
    'now',
    'ahead',
    'ahead',
  ])
})

it('returns to the work when a change is asked for', () => {
  expect(states({ status: 'revision_requested', steps: { deliveredAt: day(26) } })).toEqual([
    'done',
    'done',
    'now',
    'ahead',
    'ahead',
    'ahead',
  ])
})

it('shows an end at the step where it happened, with its name and date', () => {
  const steps = stepsOf(
    project({ status: 'declined', steps: { acceptedAt: null, closedAt: day(25) } }),
  )
  expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'ended', 'off', 'off', 'off'])
  expect(steps[2]).toMatchObject({ name: 'Declined', at: day(25) })
})

it('stays at the current step in a dispute', () => {
  const dispute = {
    openedBy: 'client',
    openedAt: day(28),
    dueAt: day(30),
    statements: [],
    ruling: null,
  } as const
  const steps = stepsOf(
    project({
      status: 'disputed',
      dispute: { ...dispute, statements: [] },
      steps: { deliveredAt: day(26) },
    }),
  )
  expect(steps[3]).toEqual({ name: 'In dispute', at: day(28), state: 'now' })
})

it('completes the last step with the viewer’s own review', () => {
  const steps = { deliveredAt: day(26), approvedAt: day(27), completedAt: day(27) }
  expect(states({ status: 'completed', steps })[5]).toBe('now')
  const events = [event('reviewed', { by: 'creator' })]
  expect(states({ status: 'completed', steps, events })[5]).toBe('now')
  expect(states({ status: 'completed', steps, events, role: 'creator' })[5]).toBe('done')
  expect(states({ status: 'completed', steps, events, role: null })[5]).toBe('now')
})
