import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyError } from 'fastify'
import { expect, it } from 'vitest'
import { rateLimited, toAppError } from './errors.ts'

it.each([
  [1, '1 minute'],
  [61, '2 minutes'],
  [3_600, '60 minutes'],
  [3_601, '2 hours'],
  [86_400, '24 hours'],
])('turns a wait of %i seconds into %s', (seconds, time) => {
  expect(rateLimited(seconds, (words) => `Again in ${words}.`)).toMatchObject({
    code: 'rate.limited',
    status: 429,
    message: `Again in ${time}.`,
    headers: { 'retry-after': `${seconds}` },
  })
})

it.each([
  ['EIO', 'unavailable'],
  ['EROFS', 'unavailable'],
  ['ENOMEM', 'unavailable'],
  ['58030', 'unavailable'],
  ['ENOSPC', 'storage.full'],
  ['ENOENT', 'internal'],
])('answers %s of a file store or a database as %s', (code, answer) => {
  const error = Object.assign(new Error(code), { code }) as FastifyError
  expect(toAppError(error).code).toBe(answer)
})

it('leaves no feature to set a retry-after header itself', () => {
  const features = path.resolve(import.meta.dirname, '../features')
  const writers = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => readFileSync(path.join(features, name), 'utf8').includes("'retry-after'"))
  expect(writers).toEqual([])
})
