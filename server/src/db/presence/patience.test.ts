import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { createDatabase, createPool } from '../pool.ts'
import { createReads } from '../reads.ts'
import { statement } from '../statement.ts'
import { createPatience, type Patience } from './patience.ts'

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

describe('patience', () => {
  let isThere: boolean
  let asked: number
  let patience: Patience
  const open = () => (isThere ? Promise.resolve('a connection') : Promise.reject(away))
  /** What has become of each of them so far. */
  const outcomes = (count: number) => {
    const seen = { opened: 0, failed: 0 }
    for (let at = 0; at < count; at += 1)
      patience.open(open).then(
        () => (seen.opened += 1),
        () => (seen.failed += 1),
      )
    return seen
  }
  beforeEach(async () => {
    vi.useFakeTimers()
    isThere = true
    asked = 0
    patience = createPatience(() => {
      asked += 1
      return open()
    })
    await patience.open(open)
    isThere = false
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('waits for the database, and one asks for all', async () => {
    const seen = outcomes(200)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(seen).toEqual({ opened: 0, failed: 0 })
    expect(asked).toBeLessThanOrEqual(26)
    isThere = true
    await vi.advanceTimersByTimeAsync(250)
    expect(seen).toEqual({ opened: 200, failed: 0 })
  })

  it('ends after eleven seconds for each', async () => {
    const seen = outcomes(3)
    await vi.advanceTimersByTimeAsync(6_000)
    const later = outcomes(1)
    await vi.advanceTimersByTimeAsync(5_500)
    expect(seen).toEqual({ opened: 0, failed: 3 })
    isThere = true
    await vi.advanceTimersByTimeAsync(250)
    expect(later).toEqual({ opened: 1, failed: 0 })
  })

  it('ends for everybody once the database has been away for a minute, until it is back', async () => {
    outcomes(1)
    await vi.advanceTimersByTimeAsync(55_000)
    outcomes(1)
    await vi.advanceTimersByTimeAsync(6_000)
    const seen = outcomes(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual({ opened: 0, failed: 1 })
    isThere = true
    await vi.advanceTimersByTimeAsync(250)
    isThere = false
    const again = outcomes(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(again).toEqual({ opened: 0, failed: 0 })
  })

  it('is for five hundred at a time', async () => {
    const seen = outcomes(510)
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual({ opened: 0, failed: 10 })
    isThere = true
    await vi.advanceTimersByTimeAsync(250)
    expect(seen).toEqual({ opened: 500, failed: 10 })
  })

  it('asks once when there is doubt, and lets nobody fail meanwhile', async () => {
    patience.doubt()
    patience.doubt()
    const seen = outcomes(3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(seen).toEqual({ opened: 0, failed: 0 })
    isThere = true
    await vi.advanceTimersByTimeAsync(250)
    expect(seen).toEqual({ opened: 3, failed: 0 })
    asked = 0
    patience.doubt()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toBe(1)
  })

  it.each([
    new Error('timeout exceeded when trying to connect'),
    Object.assign(new Error('password authentication failed'), { code: '28P01' }),
  ])('is not for what waiting does not mend: %s', async (error) => {
    await expect(patience.open(() => Promise.reject(error))).rejects.toBe(error)
  })

  it('is not for a database that has never been there', async () => {
    await expect(createPatience(open).open(open)).rejects.toBe(away)
  })
})

describe('a patient pool', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let server: Server
  let url: string
  const sockets = new Set<Socket>()
  const listen = async (port: number) => {
    server = createServer((socket) => {
      const { hostname, port: to } = new URL(database.url)
      const target = connect(Number(to), hostname)
      for (const one of [socket, target]) {
        sockets.add(one)
        one.on('error', () => undefined)
      }
      socket.pipe(target).pipe(socket)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  beforeEach(async () => {
    database = await cloneDatabase()
    const address = new URL(database.url)
    address.host = `127.0.0.1:${await listen(0)}`
    url = address.href
  })
  afterEach(async () => {
    await cut()
    await database.drop()
  })

  it('answers those that came while the database was away', async () => {
    const pool = createPool({ url, size: 3, namedStatements: true, isPatient: true })
    const reads = createReads({ url, namedStatements: true, isPatient: true })
    const db = createDatabase(pool)
    const one = statement(() => sql<{ one: number }>`select 1 as one`)
    const ask = () => [
      sql`select 1`.execute(db),
      db.transaction().execute((trx) => sql`select 1`.execute(trx)),
      pool.query('select 1'),
      reads.one(one({}, {})),
    ]
    await Promise.all(ask())
    await cut()
    await vi.waitUntil(() => pool.totalCount === 0)
    const asked = Promise.all(Array.from({ length: 10 }, ask).flat())
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await listen(Number(new URL(url).port))
    expect(await asked).toHaveLength(40)
    await Promise.all([db.destroy(), reads.close()])
  })

  it('fails at once where nobody asked for patience', async () => {
    const pool = createPool({ url, size: 1, namedStatements: true })
    await pool.query('select 1')
    await cut()
    await expect(pool.query('select 1')).rejects.toThrow(/ECONNREFUSED|terminated/)
    await expect(pool.query('select 1')).rejects.toThrow(/ECONNREFUSED/)
    await listen(Number(new URL(url).port))
    await pool.end()
  })
})
