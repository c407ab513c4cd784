import { createServer, type AddressInfo, type Server } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { connectionTo, parseAddress } from './address.ts'
import { createPool } from './pool.ts'

describe('an address', () => {
  it.each([
    ['postgres://localhost/plinth', [['localhost', 5432]], 'any'],
    ['postgresql://me:se%40cret@db:6432/plinth?sslmode=require', [['db', 6432]], 'any'],
    [
      'postgres://me:x@one,two:5433,[::1]:5434/plinth?target_session_attrs=read-write',
      [
        ['one', 5432],
        ['two', 5433],
        ['::1', 5434],
      ],
      'read-write',
    ],
  ])('is read as libpq reads it: %s', (text, hosts, attributes) => {
    expect(parseAddress(text)).toMatchObject({
      hosts: hosts.map(([host, port]) => ({ host, port })),
      attributes,
    })
  })

  it.each([
    'mysql://localhost/plinth',
    'localhost/plinth',
    'postgres://one:two/plinth',
    'postgres://one,two:x/plinth',
    'postgres://one/plinth?target_session_attrs=write',
  ])('is refused: %s', (text) => {
    expect(parseAddress(text)).toBeNull()
  })
})

describe('with several hosts', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  /** Nothing answers at its port. */
  let gone: number
  beforeEach(async () => {
    database = await cloneDatabase()
    gone = await freePort()
  })
  afterEach(() => database.drop())

  /** The test database behind several hosts. */
  const withHosts = (hosts: (port: string) => string, attributes: string): string => {
    const url = new URL(database.url)
    const { host, port } = url
    return database.url.replace(host, hosts(port)) + `?target_session_attrs=${attributes}`
  }
  const connect = async (text: string) => {
    const client = new pg.Client(connectionTo(text))
    await client.connect()
    try {
      const { rows } = await client.query<{ one: number }>('select 1 as one')
      return rows
    } finally {
      await client.end()
    }
  }

  it.each([
    (port: string) => `127.0.0.1:${gone},127.0.0.1:${port}`,
    (port: string) => `127.0.0.1:${port},127.0.0.1:${gone}`,
  ])('a connection goes to the one that answers, whichever place it has', async (hosts) => {
    expect(await connect(withHosts(hosts, 'read-write'))).toEqual([{ one: 1 }])
  })

  it('a host that does not answer at all is passed over', async () => {
    const silent = await listen(() => undefined)
    const { port: deaf } = silent.address() as AddressInfo
    expect(
      await connect(withHosts((port) => `127.0.0.1:${deaf},127.0.0.1:${port}`, 'primary')),
    ).toEqual([{ one: 1 }])
    silent.close()
  })

  it('a host that only reads is not taken for one that writes, and is as soon as it writes', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const alter = (text: string) => run(database.url, `alter database "${name}" ${text}`)
    await alter('set default_transaction_read_only = on')
    const text = withHosts((port) => `127.0.0.1:${gone},127.0.0.1:${port}`, 'read-write')
    await expect(connect(text)).rejects.toMatchObject({ code: '57P03' })
    expect(await connect(text.replace('read-write', 'read-only'))).toEqual([{ one: 1 }])
    await run(
      database.url,
      'set default_transaction_read_only = off',
      `alter database "${name}" reset all`,
    )
    expect(await connect(text)).toEqual([{ one: 1 }])
  })

  it('a pool finds the host that fits after its connections were cut', async () => {
    const first = await forward(new URL(database.url).port)
    const second = await forward(new URL(database.url).port)
    const hosts = () => `127.0.0.1:${first.port},127.0.0.1:${second.port}`
    const pool = createPool({ url: withHosts(hosts, 'read-write'), size: 2, namedStatements: true })
    try {
      await pool.query('select 1')
      for (const one of [first, second]) {
        await one.end()
        const other = one === first ? second : first
        // What is under way may fail, what comes after it does not.
        await pool.query('select 1').catch(() => undefined)
        expect((await pool.query('select 1')).rowCount).toBe(1)
        expect(other.count()).toBeGreaterThan(0)
        await one.again()
      }
    } finally {
      await pool.end()
      await first.end()
      await second.end()
    }
  })
})

async function run(url: string, ...texts: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const text of texts) await client.query(text)
  await client.end()
}

const listen = (listener: Parameters<typeof createServer>[1], port = 0): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer({}, listener)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

async function freePort(): Promise<number> {
  const server = await listen(() => undefined)
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A port that passes everything on to another, until it is ended. */
async function forward(to: string) {
  const { connect } = await import('node:net')
  const open = new Set<{ destroy: () => void }>()
  let passed = 0
  const start = (port?: number) =>
    listen((socket) => {
      passed += 1
      const target = connect(Number(to), '127.0.0.1')
      for (const one of [socket, target]) {
        open.add(one)
        one.on('error', () => undefined)
      }
      socket.pipe(target).pipe(socket)
    }, port)
  let server = await start()
  const { port } = server.address() as AddressInfo
  return {
    port,
    count: () => passed,
    again: async () => {
      server = await start(port)
    },
    end: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const one of open) one.destroy()
      open.clear()
      await closed
    },
  }
}
