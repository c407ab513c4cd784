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

/** The database was migrated by a newer version in a way that this one cannot work with. */
export class NewerDatabase extends Error {}

export interface Migrated {
  /** The names of the files applied now. */
  applied: string[]
  /** Migrations of newer versions, which this one works with. */
  ahead: string[]
}

/**
 * Applies the SQL files that are new to this database, by name, each in its own transaction, and makes the partitions of
 * the next months. Several processes may start at once. Throws a `NewerDatabase`, and changes nothing, if the database
 * holds a one-way migration of a newer version.
 */
export async function migrate(url: string, options: WaitOptions = {}): Promise<Migrated> {
  const client = new pg.Client({
    ...connectionTo(url),
    ...UNLIMITED,
    application_name: 'plinth-migrate',
  })
  await client.connect()
  try {
    await lock(client, options)
    await client.query(`create table if not exists migrations (
      name text primary key, applied_at timestamptz not null default now(), one_way text)`)
    const { missing, ahead, oneWay, hasMarks } = await compare(client)
    refuseOneWay(oneWay)
    if (!hasMarks) await addMarks(client)
    for (const name of missing)
      await applyOne(client, name, await readFile(path.join(FOLDER, name), 'utf8'))
    await makeAllPartitions(client)
    await setTimeLimits(client)
    return { applied: missing, ahead }
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
    await client.query('insert into migrations (name, one_way) values ($1, $2)', [
      name,
      oneWayOf(text),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Why versions without this migration cannot work after it, as a line of it says. Null: they can. */
export const oneWayOf = (text: string): string | null =>
  /^-- One-way: (.+)$/m.exec(text)?.[1]?.trim() ?? null

/** Databases that an earlier version has migrated have no such column. */
async function addMarks(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  await client.query("set local lock_timeout = '2s'")
  await client.query('alter table migrations add column if not exists one_way text')
  await client.query('commit')
}

interface Comparison {
  /** Migrations of this version that the database lacks, in order. */
  missing: string[]
  /** Migrations of newer versions that it has, in order. */
  ahead: string[]
  /** Those of them that this version cannot work with. */
  oneWay: { name: string; reason: string }[]
  /** Whether the table can say so. */
  hasMarks: boolean
}

interface Row {
  name: string
  reason: string | null
  hasMark: boolean
}

/** Compares the migrations of a database with those of this version. */
async function compare(client: pg.ClientBase): Promise<Comparison> {
  const { rows } = await client
    .query<Row>(
      `select name, to_jsonb(m) ->> 'one_way' as reason, to_jsonb(m) ? 'one_way' as "hasMark"
       from migrations m order by name`,
    )
    .catch(noneYet)
  const ours = await migrationNames()
  const applied = new Set(rows.map(({ name }) => name))
  const newer = rows.filter(({ name }) => !ours.includes(name))
  return {
    missing: ours.filter((name) => !applied.has(name)),
    ahead: newer.map(({ name }) => name),
    oneWay: newer.flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }])),
    hasMarks: rows.length > 0 && rows.every(({ hasMark }) => hasMark),
  }
}

const UNDEFINED_TABLE = '42P01'

function noneYet(error: { code?: string }): { rows: [] } {
  if (error.code === UNDEFINED_TABLE) return { rows: [] }
  throw error
}

function refuseOneWay([first]: Comparison['oneWay']): void {
  if (first === undefined) return
  throw new NewerDatabase(
    `A newer version has migrated this database, and this version cannot work with ${first.name}: ${first.reason} Start the newer version, or restore a backup from before that migration.`,
  )
}

/**
 * `ok`: the database has every migration of this version, perhaps more. `behind`: it lacks one. `ahead`: a newer version
 * has migrated it in a way that this one cannot work with. Throws if it does not answer.
 */
export async function migrationState(client: pg.ClientBase): Promise<'ok' | 'behind' | 'ahead'> {
  const { missing, oneWay } = await compare(client)
  if (oneWay.length > 0) return 'ahead'
  return missing.length > 0 ? 'behind' : 'ok'
}

/**
 * The migrations that a database lacks, and those that it has of newer versions. Throws a `NewerDatabase` if this version
 * cannot work with one of them, and another error if the database does not answer.
 */
export async function compareMigrations(
  url: string,
): Promise<Pick<Comparison, 'missing' | 'ahead'>> {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'plinth-migrate' })
  await client.connect()
  try {
    const { missing, ahead, oneWay } = await compare(client)
    refuseOneWay(oneWay)
    return { missing, ahead }
  } finally {
    await client.end()
  }
}
