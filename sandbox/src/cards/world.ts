import { createHash, randomUUID } from 'node:crypto'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { ApiError, type ErrorBody } from './errors.ts'
import type { Call, CardsConfig } from './call.ts'
import { takeFault } from './control/faults.ts'
import { outward } from './render.ts'

export interface Answer {
  status: number
  body: unknown
}
export interface CallOptions {
  world: string
  method: string
  path: string
  account?: string
  requestId?: string | null
  /** For a call that must take effect only once: its idempotency key and its content. */
  once?: { key: string; content: string } | null
}
export type Replayed = Answer & { isReplayed: boolean; fault: Call['fault'] }

const DAY = 24 * 60 * 60
const MAX_KEY = 255

/** Runs a writing call: alone in its world, all or nothing, and with the stored response if it is a repeat. */
export async function write(
  database: Pool,
  config: CardsConfig,
  options: CallOptions,
  run: (call: Call) => Promise<unknown>,
): Promise<Replayed> {
  const { once = null } = options
  return inTransaction(database, 'begin', async (db) => {
    if (once !== null) await claimKey(db, options.world, once.key)
    const call = await enter(db, config, options)
    const earlier = once === null ? null : await recall(call, options, once)
    if (earlier !== null) return earlier
    call.fault = await takeFault(call, options)
    if (call.fault === 'error-429' || call.fault === 'error-500')
      return { ...faultAnswer(call.fault), isReplayed: false, fault: call.fault }
    const { answer, isRemembered } = await attempt(call, run)
    if (once !== null && isRemembered) await remember(call, options, once, answer)
    return { ...answer, isReplayed: false, fault: call.fault }
  })
}

/** Runs a reading call on one snapshot. */
export const read = <T>(
  database: Pool,
  config: CardsConfig,
  options: CallOptions,
  run: (call: Call) => Promise<T>,
): Promise<T> =>
  inTransaction(database, 'begin isolation level repeatable read read only', async (db) =>
    run(makeCall(db, config, options, await offsetOf(db, options.world, ''))),
  )

export async function inTransaction<T>(
  database: Pool,
  begin: string,
  run: (db: PoolClient) => Promise<T>,
): Promise<T> {
  const db = await database.connect()
  try {
    await db.query(begin)
    const result = await run(db)
    await db.query('commit')
    return result
  } catch (error) {
    await db.query('rollback')
    throw error
  } finally {
    db.release()
  }
}

/** Locks the world until the transaction ends. */
export async function enter(
  db: ClientBase,
  config: CardsConfig,
  options: Pick<CallOptions, 'world' | 'account' | 'requestId' | 'once'>,
): Promise<Call> {
  await db.query('insert into cards_worlds (key) values ($1) on conflict do nothing', [
    options.world,
  ])
  return makeCall(db, config, options, await offsetOf(db, options.world, 'for update'))
}

async function offsetOf(db: ClientBase, world: string, lock: string): Promise<number> {
  const { rows } = await db.query<{ offset: string }>(
    `select clock_offset as offset from cards_worlds where key = $1 ${lock}`,
    [world],
  )
  return Number(rows[0]?.offset ?? 0)
}

const makeCall = (
  db: ClientBase,
  config: CardsConfig,
  { world, account = '', requestId = null, once }: Parameters<typeof enter>[2],
  offset: number,
): Call => ({
  ...config,
  db,
  world,
  now: Math.floor(Date.now() / 1_000) + offset,
  account,
  requestId,
  idempotencyKey: once?.key ?? null,
  fault: null,
})

/** Rolls back what a refused call wrote, except the records of a declined card. */
async function attempt(call: Call, run: (call: Call) => Promise<unknown>) {
  await call.db.query('savepoint work')
  try {
    return { answer: { status: 200, body: await run(call) }, isRemembered: true }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!error.keepsWrites) await call.db.query('rollback to savepoint work')
    return { answer: asAnswer(error), isRemembered: error.isRemembered }
  }
}

export const asAnswer = ({ status, body }: ApiError): Answer => ({
  status,
  body: { error: outward(body) },
})

/** The lock ends with the transaction, so a killed process leaves no key locked. */
async function claimKey(db: ClientBase, world: string, key: string): Promise<void> {
  if (key.length > MAX_KEY)
    throw idempotencyError(400, 'Idempotency keys have at most 255 characters.')
  const { rows } = await db.query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
    [`${world}\n${key}`],
  )
  if (rows[0]?.free !== true)
    throw idempotencyError(
      409,
      `There is currently another in-progress request using this Idempotent Key: ${key}`,
      'idempotency_key_in_use',
    )
}

const idempotencyError = (status: number, message: string, code?: string): ApiError => {
  const body: ErrorBody = { type: 'idempotency_error', message }
  return new ApiError(status, code === undefined ? body : { ...body, code })
}

const fingerprintOf = ({ method, path, account }: CallOptions, content: string): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, account ?? '', content]))
    .digest('hex')

async function recall(
  call: Call,
  options: CallOptions,
  once: { key: string; content: string },
): Promise<Replayed | null> {
  await call.db.query('delete from cards_answers where world = $1 and created <= $2', [
    call.world,
    call.now - DAY,
  ])
  const { rows } = await call.db.query<Answer & { fingerprint: string }>(
    `select status, body, fingerprint from cards_answers where world = $1 and idempotency_key = $2`,
    [call.world, once.key],
  )
  const [earlier] = rows
  if (earlier === undefined) return null
  if (earlier.fingerprint !== fingerprintOf(options, once.content))
    throw idempotencyError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${once.key}' if you meant to execute a different request.`,
    )
  return { status: earlier.status, body: earlier.body, isReplayed: true, fault: null }
}

async function remember(
  call: Call,
  options: CallOptions,
  once: { key: string; content: string },
  { status, body }: Answer,
): Promise<void> {
  await call.db.query(
    `insert into cards_answers
       (world, idempotency_key, fingerprint, status, body, request_id, created)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      call.world,
      once.key,
      fingerprintOf(options, once.content),
      status,
      JSON.stringify(body),
      call.requestId ?? randomUUID(),
      call.now,
    ],
  )
}

const faultAnswer = (fault: 'error-429' | 'error-500'): Answer =>
  fault === 'error-429'
    ? {
        status: 429,
        body: {
          error: {
            type: 'invalid_request_error',
            code: 'rate_limit',
            message: 'Too many requests hit the API too quickly.',
          },
        },
      }
    : { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong.' } } }
