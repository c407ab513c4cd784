import { readdir, readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded, type EmbeddedVersion } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { createJobs } from '../src/jobs/queue.ts'
import { clusterFolder, THROWAWAY } from './cluster-folder.ts'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Starts one PostgreSQL for the run and makes a migrated template database, named after a hash of the migrations. Each
 * test file clones it. TEST_POSTGRES=15 uses the oldest supported version, TEST_DATABASE_URL any other server, where
 * the role must be allowed to create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL
  const version = Number(project.config.env['TEST_POSTGRES']) as EmbeddedVersion
  const postgres = external
    ? null
    : await startEmbedded({
        dataDir: path.join(await clusterFolder(root), `postgres-${version}`),
        version,
        settings: THROWAWAY,
        adopt: true,
      })
  const urlOf = (database: string): string => {
    if (postgres !== null) return postgres.url(database)
    const url = new URL(external ?? '')
    url.pathname = `/${database}`
    return url.href
  }
  const template = `plinth_template_${await fingerprint()}`
  const admin = urlOf('postgres')
  await makeTemplate(admin, template, urlOf(template))
  project.provide('adminUrl', admin)
  project.provide('template', template)
  return async () => {
    if (!(await isUsedByOthers(admin))) await postgres?.stop()
  }
}

/** Whether another run uses the same server; the last run stops it. */
async function isUsedByOthers(admin: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity
      where datname like 'plinth_test_%' and not starts_with(datname, $1) limit 1`,
      // The card providers of our own processes may still be stopping.
      [`plinth_test_${process.pid}_`],
    )
    return rowCount !== 0
  } finally {
    await client.end()
  }
}

/** Whether the run in the name of a test database has ended. */
function isAbandoned(database: string): boolean {
  const [pid] = /\d+/.exec(database) ?? []
  try {
    process.kill(Number(pid), 0)
    return false
  } catch {
    return true
  }
}

async function fingerprint(): Promise<string> {
  const folder = path.join(root, 'server/src/db/migrations')
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).sort())
    hash.update(await readFile(path.join(folder, name)))
  return hash.digest('hex').slice(0, 12)
}

async function makeTemplate(admin: string, template: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    // Left over from interrupted runs.
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like 'plinth_test_%'",
    )
    for (const { datname } of rows.filter((row) => isAbandoned(row.datname))) {
      await client.query(`drop database "${datname}" with (force)`)
    }
    const known = await client.query('select 1 from pg_database where datname = $1', [template])
    if (known.rowCount === 0) {
      // Left over from failed migrations.
      await client.query(`drop database if exists "${template}_new" with (force)`)
      await client.query(`create database "${template}_new"`)
      await migrate(url.replace(template, `${template}_new`))
      const jobs = createJobs({
        url: url.replace(template, `${template}_new`),
        run: false,
        onError: () => {},
      })
      await jobs.start()
      await jobs.stop()
      await client.query(`alter database "${template}_new" rename to "${template}"`)
    }
  } finally {
    await client.end()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    template: string
  }
}
