import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { timeLimitsOf } from '../src/db/timeouts.ts'

/** Clones a database from the migrated template. */
export async function cloneDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = inject('adminUrl')
  // The process id of the run in the name tells databases of interrupted runs from those in use.
  const name = `plinth_test_${process.ppid}_${randomBytes(6).toString('hex')}`
  // `file_copy` needs less than half the CPU time of the default, which copies through the log.
  await query(
    admin,
    `create database "${name}" template "${inject('template')}" strategy file_copy`,
    // Limits of roles are not copied.
    timeLimitsOf(name),
  )
  const url = new URL(admin)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => query(admin, `drop database if exists "${name}" with (force)`),
  }
}

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const sql of statements) await client.query(sql)
  } finally {
    await client.end()
  }
}
