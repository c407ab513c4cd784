import pg from 'pg'
import { connectionTo } from './address.ts'
import { LimitedClient, socketOf } from './client.ts'
import type { PoolOptions } from './pool.ts'
import { askFor, createPatience, doubtWhenRefused } from './presence/patience.ts'
import type { Bound } from './statement.ts'
import { tracedClient } from './tracing.ts'

/**
 * Connections for short reads, each shared by many requests at once: a statement is sent while the ones before it are
 * still being answered. Nothing that locks, writes or takes long belongs here, because what follows waits for it.
 */
export interface Reads {
  /** The row of a statement that always returns one. */
  one: <Row>(bound: Bound<Row>) => Promise<Row>
  rows: <Row>(bound: Bound<Row>) => Promise<Row[]>
  close: () => Promise<void>
}

/** How many connections: statements are small, so few are enough to keep the database busy. */
const CONNECTIONS = 2

export function createReads({
  url,
  namedStatements,
  isPatient = false,
}: Pick<PoolOptions, 'url' | 'namedStatements' | 'isPatient'>): Reads {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: CONNECTIONS,
    connectionTimeoutMillis: 1_000,
    application_name: 'plinth',
    pipeline: true,
    Client: tracedClient(LimitedClient),
  })
  // A broken connection is also an error of each statement on it.
  pool.on('error', () => undefined)
  const lines = Array.from({ length: CONNECTIONS }, () => createLine(pool))
  const patience = createPatience(async () => {
    const client = await lines[0]?.open()
    if (client !== undefined) await askFor(client)
  })
  if (isPatient) doubtWhenRefused(pool, patience)
  let turn = 0

  const rows = async <Row>({ name, text, values }: Bound<Row>): Promise<Row[]> => {
    turn = (turn + 1) % CONNECTIONS
    const line = lines[turn]
    if (line === undefined) throw new Error('There are no connections for reads.')
    const client = await (isPatient ? patience.open(line.open) : line.open())
    gather(client)
    const result = await client.query<Row & pg.QueryResultRow>(
      namedStatements ? { name, text, values } : { text, values },
    )
    return result.rows
  }
  return {
    rows,
    one: async (bound) => {
      const [row] = await rows(bound)
      if (row === undefined) throw new Error('The statement returned no row.')
      return row
    },
    close: async () => {
      await Promise.all(lines.map((line) => line.close()))
      await pool.end()
    },
  }
}

const gathering = new WeakSet<pg.PoolClient>()

/**
 * Sends all statements that arrive in one turn of the event loop with one write to the socket, because a write costs as
 * much as everything else that the server does for a read.
 */
function gather(client: pg.PoolClient): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const stream = socketOf(client)
  stream.cork()
  setImmediate(() => {
    gathering.delete(client)
    stream.uncork()
  })
}

interface Line {
  open: () => Promise<pg.PoolClient>
  close: () => Promise<void>
}

/** One connection that stays open. Once it breaks, the next read opens another. */
function createLine(pool: pg.Pool): Line {
  let opening: Promise<pg.PoolClient> | null = null
  let drop: (() => void) | null = null

  const connect = async () => {
    const client = await pool.connect()
    drop = () => {
      drop = null
      opening = null
      client.release(true)
    }
    client.on('error', () => drop?.())
    client.on('end', () => drop?.())
    return client
  }
  return {
    open: () =>
      (opening ??= connect().catch((error: unknown) => {
        opening = null
        throw error
      })),
    close: async () => {
      await opening?.catch(() => null)
      drop?.()
    },
  }
}
