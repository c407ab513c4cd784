import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { connectionTo } from './address.ts'
import { LimitedClient } from './client.ts'
import { patientPool } from './presence/patience.ts'
import type { DB } from './schema.ts'
import { UNLIMITED } from './timeouts.ts'
import { tracedClient, tracedPool } from './tracing.ts'

/** The first argument of every query function: the database or an open transaction. */
export type Database = Kysely<DB> | Transaction<DB>

const names = new Map<string, string>()
const nameOf = (text: string): string => {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
    names.set(text, name)
  }
  return name
}

/** Names each parameterised statement after a hash of its text, so that PostgreSQL parses and plans it once. */
class NamingClient extends LimitedClient {
  // The overloads of `query` cannot be repeated here, so the arguments are passed on unchanged.
  override query(...args: unknown[]): never {
    const [text, values] = args
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      args[0] = { text, values, name: nameOf(text) }
      args.splice(1, 1)
    }
    return super.query(...args)
  }
}

// Money and sizes are bigint columns. Counts are cast to integer in SQL.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

export interface PoolOptions {
  url: string
  size: number
  namedStatements: boolean
  /** Without the time limits of requests, and without named statements; only over a direct connection. */
  isUnlimited?: boolean
  /** Requests wait while a replica takes over: see `createPatience`. */
  isPatient?: boolean
}

/** Time limits come from the role: see `setTimeLimits`. Where the database does not answer at all, see `LimitedClient`. */
export function createPool(options: PoolOptions): pg.Pool {
  const isUnlimited = options.isUnlimited === true
  const Limited = options.namedStatements ? NamingClient : LimitedClient
  const Pool = options.isPatient === true ? patientPool(tracedPool()) : tracedPool()
  const pool = new Pool({
    ...connectionTo(options.url),
    ...(isUnlimited ? UNLIMITED : {}),
    max: options.size,
    // In a crowd somebody may wait that long for a free connection, and would rather wait than be turned away.
    connectionTimeoutMillis: 3_000,
    // Opening a connection takes tens of milliseconds, exactly when there is much to do.
    idleTimeoutMillis: 300_000,
    application_name: 'plinth',
    // Whole transactions can be sent at once.
    pipeline: true,
    Client: tracedClient(isUnlimited ? pg.Client : Limited),
  })
  // The pool replaces an idle connection that the server closes; without a listener the error would end the process.
  pool.on('error', () => undefined)
  // The same for a connection in use: its query fails, and that error is enough.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const pools = new WeakMap<Kysely<DB>, pg.Pool>()

export function createDatabase(pool: pg.Pool): Kysely<DB> {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

export function poolOf(db: Kysely<DB>): pg.Pool {
  const pool = pools.get(db)
  if (pool === undefined) throw new Error('This database has no pool.')
  return pool
}

/** How many connections are busy and idle, and how many requests wait for one. */
export function poolUse(db: Kysely<DB>): { busy: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}
