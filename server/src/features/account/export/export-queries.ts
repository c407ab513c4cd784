import type { AccountExport } from '@plinth/contract/people/account.ts'
import { sql } from 'kysely'
import { takeLock } from '../../../db/locks.ts'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'

export interface ExportRow {
  id: string
  userId: string
  state: AccountExport['state']
  bytes: bigint | null
  createdAt: Date
  expiresAt: Date | null
}

const COLUMNS = [
  'id',
  'user_id as userId',
  sql<AccountExport['state']>`state`.as('state'),
  'bytes',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

/**
 * Inserts an order for an archive. Null while the last one that did not fail is younger than `notBefore`. Of two orders
 * at once the second waits for the first.
 */
export async function insertExport(
  trx: Database,
  { userId, now, notBefore }: { userId: string; now: Date; notBefore: Date },
): Promise<ExportRow | null> {
  await takeLock(trx, 'exportOf', userId)
  const recent = await trx
    .selectFrom('account_exports')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '<>', 'failed')
    .where('created_at', '>', notBefore)
    .executeTakeFirst()
  if (recent !== undefined) return null
  return trx
    .insertInto('account_exports')
    .values({ id: newId(), user_id: userId, created_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Archives that can be downloaded or are being made, the newest first. */
export function findExports(db: Database, userId: string, now: Date): Promise<ExportRow[]> {
  return db
    .selectFrom('account_exports')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
}

/** Undefined when it is not theirs or has expired. */
export function findExport(
  db: Database,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<ExportRow | undefined> {
  return db
    .selectFrom('account_exports')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst()
}

/** The owner of an archive that waits to be made; null when there is none. */
export async function findWaiting(db: Database, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('account_exports')
    .innerJoin('users', 'users.id', 'account_exports.user_id')
    .select('user_id as userId')
    .where('account_exports.id', '=', id)
    .where('state', '=', 'waiting')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.userId ?? null
}

/** Makes an archive available and notifies its owner. False when it was deleted meanwhile. */
export async function markExportReady(
  trx: Database,
  id: string,
  { bytes, now, expiresAt }: { bytes: number; now: Date; expiresAt: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('account_exports')
    .set({ state: 'ready', bytes: BigInt(bytes), ready_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('user_id as userId')
    .executeTakeFirst()
  if (row === undefined) return false
  await trx
    .insertInto('notices')
    .values({ kind: 'billing', billing_event: 'export_ready', billed_id: row.userId })
    .execute()
  return true
}

export async function markExportFailed(db: Database, id: string): Promise<void> {
  await db
    .updateTable('account_exports')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Expired archives, and failed ones of the same age. */
export async function findExpired(db: Database, now: Date, failedBefore: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('account_exports')
    .select('id')
    .where((where) =>
      where.or([
        where('expires_at', '<=', now),
        where.and([where('state', '<>', 'ready'), where('created_at', '<=', failedBefore)]),
      ]),
    )
    .limit(1_000)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteExport(db: Database, id: string): Promise<void> {
  await db.deleteFrom('account_exports').where('id', '=', id).execute()
}

/** Deletes somebody's exports and returns their ids. */
export async function deleteExportsOf(trx: Database, userId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('account_exports')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
