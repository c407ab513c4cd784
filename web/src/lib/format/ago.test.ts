import { expect, it } from 'vitest'
import { ago, agoInWords } from './ago.ts'

const now = new Date('2026-11-20T12:00:00').getTime()

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

const afternoon = new Date(2026, 10, 20, 15, 0).getTime()
const at = (...parts: [number, number, number, number?, number?]) => {
  const [year, month, day, hour = 12, minute = 0] = parts
  return new Date(year, month, day, hour, minute).toISOString()
}

it.each([
  [at(2026, 10, 20, 15), 'Just now'],
  [at(2026, 10, 20, 15, 1), 'Just now'],
  [at(2026, 10, 20, 14, 59), '1 minute ago'],
  [at(2026, 10, 20, 14, 48), '12 minutes ago'],
  [at(2026, 10, 20, 14, 0), '1 hour ago'],
  [at(2026, 10, 19, 16, 0), '23 hours ago'],
  [at(2026, 10, 19, 14, 0), 'Yesterday'],
  [at(2026, 10, 18, 23, 0), '18 Nov'],
  [at(2026, 9, 2), '2 Oct'],
  [at(2025, 10, 18), '18 Nov 2025'],
])('%s is %s', (time, words) => {
  expect(agoInWords(time, afternoon)).toBe(words)
})
