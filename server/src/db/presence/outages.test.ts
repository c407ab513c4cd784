import type { FastifyBaseLogger } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isNotThere } from './absence.ts'
import { createOutages } from './outages.ts'
import type { DatabaseState } from './probe.ts'

const failed = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

it.each([
  failed('57P01'),
  failed('08006'),
  failed('25006'),
  failed('ECONNREFUSED'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new Error('not saved', { cause: failed('ECONNRESET') }),
  { code: '57P03', message: 'one:5432 is not read-write. (Queue: mail)' },
])('takes it for a sign that the database is gone: %s', (error) => {
  expect(isNotThere(error)).toBe(true)
})

it.each([failed('23505'), failed('57014'), new Error('nonsense'), 'ECONNREFUSED', null])(
  'takes it for no such sign: %s',
  (error) => {
    expect(isNotThere(error)).toBe(false)
  },
)

let state: DatabaseState
let lines: string[]
let write: (error: unknown, message: string) => void

beforeEach(() => {
  vi.useFakeTimers()
  state = 'ok'
  lines = []
  const log = {
    error: (message: string) => lines.push(message),
    info: (_: object, message: string) => lines.push(message),
  } as unknown as FastifyBaseLogger
  const hook = createOutages(async () => state)
  write = (err, message) =>
    hook.call(log, [{ err }, message], (_: object, text: string) => lines.push(text))
})
afterEach(() => {
  vi.useRealTimers()
})

it('writes what has nothing to do with the database at once', () => {
  write(failed('23505'), 'a job failed')
  expect(lines).toEqual(['a job failed'])
})

it('writes everything when the database is there after all', async () => {
  write(failed('ECONNREFUSED'), 'an email was not sent')
  write(failed('57P01'), 'a connection was cut')
  expect(lines).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect(lines).toEqual(['an email was not sent', 'a connection was cut'])
  state = 'behind'
  write(failed('ECONNREFUSED'), 'another')
  await vi.advanceTimersByTimeAsync(0)
  expect(lines.at(-1)).toBe('another')
})

it('writes one line when an outage begins and one when it ends, whatever fails meanwhile', async () => {
  state = 'gone'
  for (let count = 0; count < 350; count += 1) write(failed('ECONNREFUSED'), 'job failed')
  await vi.advanceTimersByTimeAsync(18_000)
  write(new Error('nonsense'), 'something else')
  for (let count = 0; count < 350; count += 1) write(failed('57P03'), 'job failed')
  expect(lines).toEqual([expect.stringContaining('the database is gone'), 'something else'])
  // A pooler keeps statements waiting while there is no primary.
  state = 'slow'
  await vi.advanceTimersByTimeAsync(1_000)
  write(failed('08006'), 'job failed')
  state = 'ok'
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lines.slice(2)).toEqual(['the database is back'])

  // And the next one again.
  state = 'gone'
  write(failed('ECONNREFUSED'), 'job failed')
  await vi.advanceTimersByTimeAsync(0)
  expect(lines.slice(3)).toEqual([expect.stringContaining('the database is gone')])
})
