import { expect, it } from 'vitest'
import { ApiError } from '../api/errors.ts'
import { makeSendGuard } from './use-send-once.ts'

const lost = new ApiError(0, 'no answer')

it('lets a double press send once', () => {
  const guard = makeSendGuard()
  const sent = [guard.begin({ sum: 80 }), guard.begin({ sum: 80 }), guard.begin({ sum: 81 })]
  expect(sent.filter((key) => key !== null)).toHaveLength(1)
})

it('keeps the key for retries of the same content and takes a new one for other content', () => {
  const guard = makeSendGuard()
  const first = guard.begin({ sum: 80 })
  guard.ended(lost)
  expect(guard.begin({ sum: 80 })).toBe(first)
  guard.ended(new ApiError(503, 'busy'))
  expect(guard.begin({ sum: 80 })).toBe(first)
  guard.ended(lost)
  expect(guard.begin({ sum: 81 })).not.toBe(first)
})

it('takes a new key after a success and after a refusal', () => {
  const guard = makeSendGuard()
  const keys = [undefined, new ApiError(409, 'moved on'), undefined].map((end) => {
    const key = guard.begin({ sum: 80 })
    guard.ended(end)
    return key
  })
  expect(new Set(keys).size).toBe(3)
  expect(keys).not.toContain(null)
})

it('sends a one-off again after a failure, and after a success only once it is reopened', () => {
  const guard = makeSendGuard({ isOneOff: true })
  expect(guard.begin('a')).not.toBeNull()
  guard.ended(lost)
  expect(guard.begin('a')).not.toBeNull()
  guard.ended()
  expect(guard.begin('b')).toBeNull()
  guard.reopen()
  expect(guard.begin('b')).not.toBeNull()
})
