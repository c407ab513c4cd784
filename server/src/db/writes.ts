import type { Kysely } from 'kysely'
import pg from 'pg'
import { socketOf } from './client.ts'
import { poolOf, type Database, type PoolOptions } from './pool.ts'
import type { DB } from './schema.ts'
import type { Bound } from './statement.ts'

type RowsOf<Bounds extends readonly Bound<unknown>[]> = {
  [Place in keyof Bounds]: Bounds[Place] extends Bound<infer Row> ? Row[] : never
}

/** Sends statements with one write to the socket. Each sees what the ones before it did, and what others committed. */
export type Send = <const Bounds extends readonly Bound<unknown>[]>(
  ...bounds: Bounds
) => Promise<RowsOf<Bounds>>

interface Step {
  send: Send
  /** The same, and commits. */
  last: Send
}

/** For frequent writes: whole transactions in as few round trips as they need, because each costs as much as a statement. */
export interface Writes {
  /** The rows of one statement, which is a transaction by itself. */
  rows: <Row>(bound: Bound<Row>) => Promise<Row[]>
  /** Runs statements as one transaction in one round trip: all of them, or, after an error, none. */
  together: Send
  /** A transaction whose later statements depend on the answers to earlier ones. Without `last`, it is rolled back. */
  transaction: <T>(work: (step: Step) => Promise<T>) => Promise<T>
}

/** Planning one of these statements takes longer than running it, and PostgreSQL would plan those with nulls and lists anew. */
const BEGIN = 'begin; set local plan_cache_mode = force_generic_plan'

/** Writes over the connections of a database. */
export function createWrites(
  db: Kysely<DB>,
  { namedStatements }: Pick<PoolOptions, 'namedStatements'>,
): Writes {
  const pool = poolOf(db)
  const queryOf = ({ name, text, values }: Bound<unknown>) =>
    namedStatements ? { name, text, values } : { text, values }

  const transaction: Writes['transaction'] = async (work) => {
    const client = await pool.connect()
    let isBegun = false
    let isEnded = false
    let broken: unknown
    const send = async (bounds: readonly Bound<unknown>[], isLast: boolean) => {
      const stream = socketOf(client)
      stream.cork()
      const sent = [
        ...(isBegun ? [] : [client.query(BEGIN)]),
        ...bounds.map((bound) => client.query<pg.QueryResultRow>(queryOf(bound))),
        ...(isLast ? [client.query('commit')] : []),
      ]
      stream.uncork()
      const skipped = isBegun ? 0 : 1
      isBegun = true
      isEnded = isLast
      const answers = await Promise.allSettled(sent)
      // After the first error, all others only say that the transaction has failed.
      const failed = answers.find((answer) => answer.status === 'rejected')
      if (failed !== undefined) {
        if (!(failed.reason instanceof pg.DatabaseError)) broken = failed.reason
        throw failed.reason
      }
      return answers
        .slice(skipped, skipped + bounds.length)
        .map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : []))
    }
    try {
      return await work({
        send: ((...bounds: Bound<unknown>[]) => send(bounds, false)) as Send,
        last: ((...bounds: Bound<unknown>[]) => send(bounds, true)) as Send,
      })
    } finally {
      if (isBegun && !isEnded && broken === undefined)
        await client.query('rollback').catch((error: unknown) => (broken = error))
      client.release(broken !== undefined)
    }
  }

  return {
    rows: async (bound) => (await pool.query(queryOf(bound))).rows,
    together: ((...bounds: Bound<unknown>[]) => transaction(({ last }) => last(...bounds))) as Send,
    transaction,
  }
}

/** Sends statements in a transaction that is open already, one after the other. */
export const sendIn =
  (trx: Database): Send =>
  async (...bounds) => {
    const found: unknown[][] = []
    for (const bound of bounds) found.push(await rowsIn(trx, bound))
    return found as never
  }

export const rowsIn = async <Row>(trx: Database, bound: Bound<Row>): Promise<Row[]> =>
  (await trx.executeQuery<Row>(bound.compile())).rows
