import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DatabaseState } from '../../db/presence/probe.ts'
import { registerHealth } from './health.ts'

let database: DatabaseState
const app = () => {
  const server = Fastify()
  const probe = { check: () => Promise.resolve(database), close: () => Promise.resolve() }
  registerHealth(server, { probe, dataDir: '.' })
  return {
    /** Asks a second after the last answer, which is as long as an answer is kept. */
    ready: async () => {
      vi.advanceTimersByTime(1_001)
      const answer = await server.inject('/readyz')
      return { code: answer.statusCode, ...answer.json<{ status: string; database: string }>() }
    },
  }
}

beforeEach(() => {
  database = 'ok'
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a server that has lost its database', () => {
  it('stays in for the minute in which a replica takes over', async () => {
    const server = app()
    expect(await server.ready()).toMatchObject({ code: 200, status: 'ok', database: 'ok' })
    database = 'gone'
    const during = { code: 200, status: 'degraded', database: 'gone' }
    expect(await server.ready()).toMatchObject(during)
    vi.advanceTimersByTime(55_000)
    expect(await server.ready()).toMatchObject(during)
    database = 'ok'
    expect(await server.ready()).toMatchObject({ code: 200, status: 'ok' })
    database = 'gone'
    expect(await server.ready()).toMatchObject(during)
  })

  it('leaves after a minute, and is back with the database', async () => {
    const server = app()
    await server.ready()
    database = 'gone'
    vi.advanceTimersByTime(60_000)
    expect(await server.ready()).toMatchObject({ code: 503, status: 'unavailable' })
    database = 'ok'
    expect(await server.ready()).toMatchObject({ code: 200, status: 'ok' })
  })
})

it('is not ready before it has found its database', async () => {
  database = 'gone'
  expect(await app().ready()).toMatchObject({ code: 503, status: 'unavailable', database: 'gone' })
})

it('leaves at once when the database is not one that it can work with, and stays when it is slow', async () => {
  const server = app()
  await server.ready()
  for (const state of ['behind', 'ahead'] as const) {
    database = state
    expect(await server.ready()).toMatchObject({ code: 503, status: 'unavailable' })
  }
  database = 'slow'
  expect(await server.ready()).toMatchObject({ code: 200, status: 'ok', database: 'slow' })
})
