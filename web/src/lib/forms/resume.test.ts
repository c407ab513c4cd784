import { expect, it } from 'vitest'
import { resumeAct, takeResumed } from './resume.ts'

it('hands an act to the form with its name, once', () => {
  resumeAct('token', { name: 'Backup' })
  expect(takeResumed('export')).toBeNull()
  expect(takeResumed(undefined)).toBeNull()
  expect(takeResumed('token')?.body).toEqual({ name: 'Backup' })
  expect(takeResumed('token')).toBeNull()
})

it('keeps only the last one', () => {
  resumeAct('token', null)
  resumeAct('export', null)
  expect(takeResumed('token')).toBeNull()
  expect(takeResumed('export')).not.toBeNull()
})

it('waits for half a minute, because a person who has gone elsewhere no longer expects it', () => {
  resumeAct('export', null, 0)
  expect(takeResumed('export', 30_000)).toBeNull()
  resumeAct('export', null, 0)
  expect(takeResumed('export', 29_999)).not.toBeNull()
})
