import { expect, it } from 'vitest'
import { ago } from './ago.ts'

const now = new Date('2026-11-20T12:00:00')

it.each([
  ['2026-11-20T11:59:30', 'now'],
  ['2026-11-20T12:00:20', 'now'],
  ['2026-11-20T11:55:00', '5 min'],
  ['2026-11-20T09:30:00', '2 h'],
  ['2026-11-17T12:00:00', '3 d'],
  ['2026-11-10T12:00:00', '10 Nov'],
  ['2025-11-10T12:00:00', '10 Nov 2025'],
])('%s reads %s', (time, text) => {
  expect(ago(time, now)).toBe(text)
})
