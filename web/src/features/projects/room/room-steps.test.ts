import { expect, it } from 'vitest'
import { day, event, project } from '../project-fixture.example.ts'
import { stepsOf } from './room-steps.ts'

const states = (...args: Parameters<typeof project>) =>
  stepsOf(project(...args)).map(({ state }) => state)

it('lights what was reached, marks the present one and leaves the rest dark', () => {
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

it('goes back to the work when a change is asked for', () => {
  expect(states({ status: 'revision_requested', steps: { deliveredAt: day(26) } })).toEqual([
    'done',
    'done',
    'now',
    'ahead',
    'ahead',
    'ahead',
  ])
})

it('tells an end where it came, under its own name and day', () => {
  const steps = stepsOf(
    project({ status: 'declined', steps: { acceptedAt: null, closedAt: day(25) } }),
  )
  expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'ended', 'off', 'off', 'off'])
  expect(steps[2]).toMatchObject({ name: 'Declined', at: day(25) })
})

it('stands in a dispute where the work had come to', () => {
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

it('ends with the viewer’s own review', () => {
  const steps = { deliveredAt: day(26), approvedAt: day(27), completedAt: day(27) }
  expect(states({ status: 'completed', steps })[5]).toBe('now')
  const events = [event('reviewed', { by: 'creator' })]
  expect(states({ status: 'completed', steps, events })[5]).toBe('now')
  expect(states({ status: 'completed', steps, events, role: 'creator' })[5]).toBe('done')
  expect(states({ status: 'completed', steps, events, role: null })[5]).toBe('now')
})
