import { request, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyError } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toAppError } from '../errors.ts'
import { limitLargeBodies } from './large-body-limit.ts'

const LARGE = JSON.stringify({ file: 'x'.repeat(2 * 1024 * 1024) })

const app = Fastify({ bodyLimit: 2 * LARGE.length })
const open: ClientRequest[] = []
let url: string

beforeAll(async () => {
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    reply.code(toAppError(error).status).send(),
  )
  app.post('/', { preParsing: limitLargeBodies() }, async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`
})
afterAll(async () => {
  for (const one of open) one.destroy()
  await app.close()
})

const headers = { 'content-type': 'application/json' }
const statusOf = async (body: string) =>
  (await fetch(url, { method: 'POST', headers, body })).status

/** Begins to send a large body, and goes on no further. */
function begin(): void {
  const one = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': LARGE.length },
  })
  one.on('error', () => undefined)
  one.write(LARGE.slice(0, 10))
  open.push(one)
}

it('takes four large bodies at once, any number of small ones, and another large one when one has left', async () => {
  for (let count = 0; count < 4; count += 1) begin()
  await expect.poll(() => statusOf(LARGE).catch(() => null)).toBe(503)
  expect(await Promise.all(Array.from({ length: 8 }, () => statusOf('{}')))).toEqual(
    Array(8).fill(200),
  )
  open.pop()?.destroy()
  await expect.poll(() => statusOf(LARGE).catch(() => null)).toBe(200)
})

it('gives a place back after each answer', async () => {
  while (open.length > 0) open.pop()?.destroy()
  await expect.poll(() => statusOf(LARGE).catch(() => null)).toBe(200)
  for (let count = 0; count < 6; count += 1) expect(await statusOf(LARGE)).toBe(200)
})
