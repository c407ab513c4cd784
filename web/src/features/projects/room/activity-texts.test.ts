import { expect, it } from 'vitest'
import { PROJECT_EVENTS } from '@plinth/contract/projects/project-events.ts'
import { activityLine } from './activity-texts.ts'
import { event, project } from '../project-fixture.example.ts'

const room = project()

it('says who did what, with the sum where there is one', () => {
  expect(activityLine(event('deposit_paid', { amount: 1_600 }), room)).toEqual({
    who: 'You',
    what: 'paid the deposit of $1,600',
    note: null,
  })
  const byOther = event('approved')
  expect(activityLine(byOther, project({ role: 'creator' })).who).toBe('Ben')
  expect(activityLine(event('paid_out', { by: 'plinth', amount: 3_200 }), room)).toMatchObject({
    who: 'Plinth',
    what: 'paid $3,200 out',
  })
})

it('formats a date in a note', () => {
  const moved = event('date_moved', { by: 'creator', note: '2026-12-20' })
  expect(activityLine(moved, room)).toMatchObject({
    what: expect.stringMatching(/^moved the delivery date: delivery by 20 Dec/),
    note: null,
  })
})

it('leaves out text that is shown elsewhere in the room', () => {
  expect(activityLine(event('disputed', { note: 'Nothing came.' }), room).note).toBeNull()
  expect(activityLine(event('declined', { note: 'No kiln.' }), room).note).toBe('No kiln.')
})

it('has a text for every kind of event', () => {
  for (const kind of PROJECT_EVENTS) {
    expect(activityLine(event(kind), room).what, kind).toMatch(/^[a-z].{4,}/)
  }
})
