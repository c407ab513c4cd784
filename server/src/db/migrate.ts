import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionTo } from './address.ts'
import { MIGRATION_LOCK } from './locks.ts'
import { makeAllPartitions } from './partitions.ts'
import { setTimeLimits, UNLIMITED } from './timeouts.ts'

const FOLDER = path.join(import.meta.dirname, 'migrations')

/** The migrations of this version, in order. */
const migrationNames = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()

/**
 * Applies the SQL files that are new to this database, by name, each in its own transaction, and makes the partitions of
 * the next months. Several processes may start at once. Returns the names of the files applied.
 */
export async function migrate(url: string, options: WaitOptions = {}): Promise<string[]> {
  const client = new pg.Client({
    ...connectionTo(url),
    ...UNLIMITED,
    application_name: 'plinth-migrate',
  })
  await client.connect()
  try {
    await lock(client, options)
    await client.query(`create table if not exists migrations (
      name text primary key, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const known = new Set(rows.map((row) => row.name))
    const applied: string[] = []
    for (const name of (await migrationNames()).filter((file) => !known.has(file))) {
      await applyOne(client, name, await readFile(path.join(FOLDER, name), 'utf8'))
      applied.push(name)
    }
    await makeAllPartitions(client)
    await setTimeLimits(client)
    return applied
  } finally {
    // Closing the connection releases the lock.
    await client.end()
  }
}

interface WaitOptions {
  /** How long another process may take with its migrations. */
  patienceMs?: number
  onWait?: () => void
}

const PATIENCE_MS = 10 * 60_000
const ASK_AGAIN_MS = 250

async function lock(
  client: pg.Client,
  { patienceMs = PATIENCE_MS, onWait = () => undefined }: WaitOptions,
): Promise<void> {
  const until = performance.now() + patienceMs
  for (let isWaiting = false; ; isWaiting = true) {
    const { rows } = await client.query<{ isMine: boolean }>(
      'select pg_try_advisory_lock($1) as "isMine"',
      [MIGRATION_LOCK],
    )
    if (rows[0]?.isMine === true) return
    if (performance.now() > until)
      throw new Error(
        `Another process has been migrating this database for ${Math.round(patienceMs / 1_000)} seconds. Look for it, or try again.`,
      )
    if (!isWaiting) onWait()
    await sleep(ASK_AGAIN_MS)
  }
}

async function applyOne(client: pg.Client, name: string, text: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '2s'")
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** The migrations of this version that a database lacks. It may have those of a newer one, too. */
async function missingIn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client
    .query<{ name: string }>('select name from migrations')
    .catch(noneYet)
  const applied = new Set(rows.map(({ name }) => name))
  return (await migrationNames()).filter((name) => !applied.has(name))
}

const UNDEFINED_TABLE = '42P01'

function noneYet(error: { code?: string }): { rows: [] } {
  if (error.code === UNDEFINED_TABLE) return { rows: [] }
  throw error
}

/** Whether the database lacks a migration of this version. Throws if it does not answer. */
export const lacksMigrations = async (client: pg.ClientBase): Promise<boolean> =>
  (await missingIn(client)).length > 0

/** The migrations of this version that a database lacks. Throws if it does not answer. */
export async function findMissing(url: string): Promise<string[]> {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'plinth-migrate' })
  await client.connect()
  try {
    return await missingIn(client)
  } finally {
    await client.end()
  }
}
