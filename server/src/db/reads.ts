import pg from 'pg'
import { connectionTo } from './address.ts'
import { createBatches, type Batched } from './batches.ts'
import { LimitedClient, socketOf } from './client.ts'
import { askTogether, MOST_AT_ONCE, splitByItem, type Asked } from './many.ts'
import type { PoolOptions } from './pool.ts'
import { askFor, createPatience, doubtWhenRefused } from './presence/patience.ts'
import type { Bound } from './statement.ts'
import { tracedClient } from './tracing.ts'

/**
 * Connections for short reads, each shared by many requests at once: a statement is sent while the ones before it are
 * still being answered, and those that differ only in their values are one. Nothing that locks, writes or takes long
 * belongs here, because what follows waits for it.
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

  const ask = async ({ name, text, values }: Asked): Promise<pg.QueryResultRow[]> => {
    turn = (turn + 1) % CONNECTIONS
    const line = lines[turn]
    if (line === undefined) throw new Error('There are no connections for reads.')
    const client = await (isPatient ? patience.open(line.open) : line.open())
    gather(client)
    const result = await client.query<pg.QueryResultRow>(
      namedStatements ? { name, text, values } : { text, values },
    )
    return result.rows
  }

  const alike = new Map<string, Batched<Bound<unknown>, unknown[]>>()
  const inTurn = createTurns()

  const askAll = async (bounds: readonly Bound<unknown>[]): Promise<unknown[][]> => {
    const together = bounds.length === 1 ? null : askTogether(bounds)
    return together === null
      ? Promise.all(bounds.map(ask))
      : splitByItem(await ask(together), bounds.length)
  }

  const rows = <Row>(bound: Bound<Row>): Promise<Row[]> => {
    let batched = alike.get(bound.name)
    if (batched === undefined) {
      batched = createBatches(askAll, {
        atMost: MOST_AT_ONCE,
        groupOf: ({ shared }) => shared,
        schedule: inTurn,
      })
      alike.set(bound.name, batched)
    }
    return batched(bound) as Promise<Row[]>
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

/** Calls everything at once that was given to it in one turn of the event loop, at the turn's end. */
function createTurns(): (begin: () => void) => void {
  let due: (() => void)[] = []
  const call = () => {
    const now = due
    due = []
    for (const begin of now) begin()
  }
  return (begin) => {
    if (due.push(begin) === 1) setImmediate(call)
  }
}

const gathering = new WeakSet<pg.PoolClient>()

/**
 * Sends all statements that are ready now with one write to the socket, because a write costs as much as everything
 * else that the server does for a read.
 */
function gather(client: pg.PoolClient): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const stream = socketOf(client)
  stream.cork()
  process.nextTick(() => {
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
