import { MAX_SCHEDULE_DAYS } from '@plinth/contract/limits.ts'
import { expect, it } from 'vitest'
import { changeOf, EMPTY_MANY, problemsOfMany, timeOf, undoOf } from './drafts-rules.ts'
import { changeTexts, scheduleTexts } from './drafts-texts.ts'

const NOW = new Date('2026-11-28T12:00').getTime()

it('takes a day and a clock of this browser’s time zone', () => {
  expect(timeOf({ day: '2026-11-29', time: '09:30' }, NOW)).toEqual({
    publishAt: new Date('2026-11-29T09:30').toISOString(),
  })
  expect(timeOf({ day: '', time: '09:30' }, NOW)).toEqual({ day: scheduleTexts.noDay })
  expect(timeOf({ day: '2026-11-29', time: '' }, NOW)).toEqual({ time: scheduleTexts.noTime })
  expect(timeOf({ day: '2026-11-28', time: '12:00' }, NOW)).toEqual({ time: scheduleTexts.past })
  expect(timeOf({ day: '2028-01-01', time: '12:00' }, NOW)).toEqual({
    day: scheduleTexts.far(MAX_SCHEDULE_DAYS),
  })
})

it('changes only what was chosen', () => {
  expect(changeOf(EMPTY_MANY)).toEqual({})
  expect(
    changeOf({
      ...EMPTY_MANY,
      category: 'artwork',
      tags: ['kiln'],
      pricing: 'set',
      startingPrice: '1,250.50',
      origin: 'ai_assisted',
      originParts: ' the sky ',
      reserved: 'no',
    }),
  ).toEqual({
    category: 'artwork',
    addTags: ['kiln'],
    startingPrice: 1_250.5,
    origin: 'ai_assisted',
    originParts: 'the sky',
    isReserved: false,
  })
  expect(changeOf({ ...EMPTY_MANY, pricing: 'inquiry', origin: 'unsaid' })).toEqual({
    startingPrice: null,
    origin: null,
  })
})

it('asks for something to change, and for a price or parts with their answers', () => {
  expect(problemsOfMany(EMPTY_MANY)).toEqual({ category: changeTexts.nothing })
  expect(problemsOfMany({ ...EMPTY_MANY, pricing: 'set', origin: 'ai_assisted' })).toEqual({
    startingPrice: changeTexts.noPrice,
    originParts: changeTexts.noParts,
  })
  expect(problemsOfMany({ ...EMPTY_MANY, reserved: 'yes' })).toEqual({})
})

it('offers a way back where there is one', () => {
  expect(undoOf({ act: 'bin' }, 'draft')).toEqual({ act: 'restore' })
  expect(undoOf({ act: 'publish' }, 'hidden')).toEqual({ act: 'hide' })
  expect(undoOf({ act: 'schedule', publishAt: '' }, 'draft')).toEqual({ act: 'unschedule' })
  expect(undoOf({ act: 'publish' }, 'draft')).toBeNull()
  expect(undoOf({ act: 'delete' }, 'binned')).toBeNull()
  expect(undoOf({ act: 'change', change: {} }, 'draft')).toBeNull()
})
