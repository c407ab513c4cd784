import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { MIGRATION_LOCK } from './locks.ts'
import type { Database } from './pool.ts'

const FOLDER = path.join(import.meta.dirname, 'migrations')

/** The migrations of this version, in order. */
const migrationNames = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()

/**
 * Applies the SQL files that are new to this database, by name, each in its own transaction. Several processes may start
 * at once. Returns the names of the files applied.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'plinth-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists migrations (
      name text primary key, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const known = new Set(rows.map((row) => row.name))
    const applied: string[] = []
    for (const name of (await migrationNames()).filter((file) => !known.has(file))) {
      await applyOne(client, name, await readFile(path.join(FOLDER, name), 'utf8'))
      applied.push(name)
    }
    return applied
  } finally {
    // Closing the connection releases the lock.
    await client.end()
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

/** Whether the database answers and has every migration of this version. It may have those of a newer one, too. */
export async function isMigrated(db: Database): Promise<boolean> {
  const wanted = await migrationNames()
  return sql<{ name: string }>`select name from migrations`.execute(db).then(
    ({ rows }) => {
      const applied = new Set(rows.map(({ name }) => name))
      return wanted.every((name) => applied.has(name))
    },
    () => false,
  )
}
