import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerErrors } from '../errors.ts'
import { refuseWhenLate } from './overload.ts'

let app: FastifyInstance
let now = 0
let worked = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  app = Fastify()
  registerErrors(app)
  refuseWhenLate(app, { now: () => now, worked: () => worked })
  app.get('/', async () => 'here')
  app.get('/watched', { config: { isAnsweredLate: true } }, async () => 'here')
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** The next check comes after so long, of which the process worked so much. */
function check(took: number, work: number) {
  now += took
  worked += work
  vi.advanceTimersByTime(500)
}
const ask = async () => app.inject('/')

it('refuses requests after the event loop was held up, until a check comes in time', async () => {
  check(500, 400)
  expect((await ask()).statusCode).toBe(200)
  check(3_000, 2_900)
  const refused = await ask()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, expect.any(String)])
  expect((await app.inject('/watched')).statusCode).toBe(200)
  check(500, 500)
  expect((await ask()).statusCode).toBe(200)
})

it('serves requests when the process got no processor for a while', async () => {
  check(10_000, 300)
  expect((await ask()).statusCode).toBe(200)
})
