import { sql, type RawBuilder } from 'kysely'
import type { Database } from './pool.ts'

/**
 * What transactions wait for one another about. Each is the beginning of the text that PostgreSQL hashes, so a new
 * version waits for an old one that still runs; none may be the beginning of another.
 */
export const LOCK_SPACES = {
  advertisementWeeks: 'advertisement weeks',
  advertsOf: 'adverts of ',
  deliveriesOf: 'deliveries of ',
  exportOf: 'export of ',
  hiresOf: 'hires of ',
  mediaOf: 'media of ',
  messagesOf: 'messages of ',
  reported: 'reported ',
  reportsOf: 'reports of ',
  takedownsOf: 'takedowns of ',
} as const
export type LockSpace = keyof typeof LOCK_SPACES

/**
 * Locks that are numbers: of one process among all. The ledger's trigger takes 7546844 as the seed of its own, and
 * the sandbox has two in a database of its own.
 */
export const MIGRATION_LOCK = 7_546_841
export const NOTICE_LOCK = 7_546_843

/** Takes a lock until the transaction ends, as an expression in a statement: for names that rows hold. */
export const lockOf = (space: LockSpace, name: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock(hashtextextended(${LOCK_SPACES[space]}::text || (${name}), 0))`

/** Until the transaction ends, others who hold the same space and name wait. */
export async function holdLock(trx: Database, space: LockSpace, name = ''): Promise<void> {
  await sql`select ${lockOf(space, sql`${name}::text`)}`.execute(trx)
}

/** Waits for the lock of this number, and keeps it until the transaction ends. */
export async function holdNumber(trx: Database, number: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${number})`.execute(trx)
}

/** Takes the lock of this number if nobody has it. Answers whether it did. */
export async function tryNumber(trx: Database, number: number): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(${number}) as "isMine"`.execute(trx)
  return rows[0]?.isMine === true
}
