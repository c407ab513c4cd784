import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database of one's own, cloned from the migrated template. */
export async function cloneDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = inject('adminUrl')
  // The process is part of the name: a run that was cut off is told from one under way.
  const name = `plinth_test_${process.pid}_${randomBytes(6).toString('hex')}`
  // By files: page by page through the log, as by default, takes twice the processor and more.
  await query(
    admin,
    `create database "${name}" template "${inject('template')}" strategy file_copy`,
  )
  const url = new URL(admin)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => query(admin, `drop database if exists "${name}" with (force)`),
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
