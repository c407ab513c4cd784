import { expect, it } from 'vitest'
import { monthOf } from './profile-month.ts'

it('names the month that somebody joined in', () => {
  expect(monthOf('2026-01-12T12:00:00Z')).toBe('January 2026')
})
