import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { LimitedClient, NoAnswer } from './client.ts'

/** Gives up after less than a second. */
class HastyClient extends LimitedClient {
  protected override answerMs = 700
}

let database: Awaited<ReturnType<typeof cloneDatabase>>
let pool: pg.Pool
beforeEach(async () => {
  database = await cloneDatabase()
  pool = new pg.Pool({
    connectionString: database.url,
    max: 1,
    pipeline: true,
    Client: HastyClient,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const pidOf = async () =>
  (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

it('fails what waits on a silent connection, and throws the connection away', async () => {
  const client = await pool.connect()
  const waiting = [client.query('select pg_sleep(30)'), client.query('select 1')]
  for (const one of await Promise.allSettled(waiting))
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(NoAnswer) })
  const { processID: before } = client as unknown as { processID: number }
  // Whoever gives it back need not know what happened.
  client.release()
  expect(pool.totalCount).toBe(0)
  expect(await pidOf()).not.toBe(before)
})

it('does the same for a statement that the pool sends itself', async () => {
  const before = await pidOf()
  await expect(pool.query('select pg_sleep(30)')).rejects.toThrow(NoAnswer)
  expect(await pidOf()).not.toBe(before)
})

it('keeps a connection that is slow and not silent, or idle', async () => {
  const before = await pidOf()
  const client = await pool.connect()
  await Promise.all(Array.from({ length: 5 }, () => client.query('select pg_sleep(0.3)')))
  client.release()
  await pool.query('select pg_sleep(0.4)')
  await new Promise((resolve) => setTimeout(resolve, 900))
  expect(await pidOf()).toBe(before)
})

it('leaves a transaction alone that has set a limit of its own, and limits the next one', async () => {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  await client.query('select pg_sleep(1)')
  await client.query('commit')
  await client.query('begin')
  await expect(client.query('select pg_sleep(30)')).rejects.toThrow(NoAnswer)
  client.release()
})
