import { sql, type RawBuilder } from 'kysely'
import type { Database } from './pool.ts'

/**
 * The kinds of locks that transactions take by name. Each value starts the text that PostgreSQL hashes. Keep the values,
 * so that a new version and a running old one use the same locks, and let none be the start of another.
 */
export const LOCK_SPACES = {
  advertisementWeeks: 'advertisement weeks',
  advertsOf: 'adverts of ',
  boardsOf: 'boards of ',
  cannedAnswers: 'canned answers',
  deliveriesOf: 'deliveries of ',
  exportOf: 'export of ',
  hiresOf: 'hires of ',
  mediaOf: 'media of ',
  messagesOf: 'messages of ',
  reported: 'reported ',
  reportsOf: 'reports of ',
  heldOf: 'held texts of ',
  takedownsOf: 'takedowns of ',
} as const
export type LockSpace = keyof typeof LOCK_SPACES

/**
 * Numbered locks, which one process at a time holds. The ledger's trigger uses 7546844 as the seed of its own locks, and
 * the sandbox has two more in its own database.
 */
export const MIGRATION_LOCK = 7_546_841
export const OUTBOX_LOCK = 7_546_843

/** An SQL expression that takes a lock until the transaction ends, for names that come from rows. */
export const lockOf = (space: LockSpace, name: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock(hashtextextended(${LOCK_SPACES[space]}::text || (${name}), 0))`

/** Takes a lock until the transaction ends; others who want the same space and name wait. */
export async function takeLock(trx: Database, space: LockSpace, name = ''): Promise<void> {
  await sql`select ${lockOf(space, sql`${name}::text`)}`.execute(trx)
}

/** Waits for the lock with this number and holds it until the transaction ends. */
export async function takeNumberedLock(trx: Database, number: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${number})`.execute(trx)
}

/** Takes the lock with this number if it is free. Returns whether it did. */
export async function tryNumber(trx: Database, number: number): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(${number}) as "isMine"`.execute(trx)
  return rows[0]?.isMine === true
}
