import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../../server/src/db/embedded.ts'
import { migrate } from '../../../server/src/db/migrate.ts'
import { root } from '../node.mjs'
import { ensureDataFolder } from '../setup.mjs'
import { run } from '../world.mjs'

/** Also the statements of functions and triggers. */
const COUNTED = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'on',
}

/**
 * Starts PostgreSQL on a data folder of its own and seeds it once. Returns the settings of a server on it, and how to stop.
 *
 * @param {{ folder: string, scale: number, people: number | null, isCopy: boolean, counts?: boolean,
 *   settings?: Record<string, string> }} options `counts`: the database counts what each statement costs. `settings`: its
 *   own settings, over those of other benches.
 */
export async function openBenchWorld({
  folder,
  scale,
  people,
  isCopy,
  counts = false,
  settings = {},
}) {
  const dataDir = path.join(root, `.plinth/bench/${folder}`)
  ensureDataFolder(dataDir)
  const postgres = await startEmbedded({
    dataDir: path.join(dataDir, 'postgres-18'),
    adopt: true,
    settings: {
      // What PostgreSQL's manual advises for a machine of its own.
      shared_buffers: `${Math.round(os.totalmem() / 4 / 1024 ** 2)}MB`,
      max_wal_size: '8GB',
      maintenance_work_mem: '512MB',
      ...(counts ? COUNTED : {}),
      ...settings,
    },
  })
  try {
    await postgres.createDatabase('plinth')
    await migrate(postgres.url('plinth'))
    const env = {
      ...process.env,
      DATABASE_URL: postgres.url('plinth'),
      PLINTH_DATA: dataDir,
      // As in production: responses are not checked against the contract, and cookies are secure.
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://localhost',
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'plinth',
      OIDC_CLIENT_SECRET: 'unused',
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      DAILY_LIMITS: 'off',
    }
    await run('server/seeds/main.ts', { ...env, NODE_ENV: 'development' }, false, [
      '--scale',
      String(scale),
      ...(people === null ? [] : ['--people', String(people)]),
    ])
    if (isCopy) env.DATABASE_URL = await copyDatabase(postgres)
    return { env, stop: postgres.stop }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** Copies the seeded database, so that every run begins with the same rows, whatever the last one wrote. */
async function copyDatabase(postgres) {
  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  await client.query('drop database if exists plinth_run with (force)')
  await client.query('create database plinth_run template plinth strategy file_copy')
  await client.end()
  return postgres.url('plinth_run')
}

/** Writes the server's SQL statements with example parameters to a file, and returns its path. */
export async function writeStatements(env) {
  const file = path.join(env.PLINTH_DATA, 'statements.json')
  const child = spawn(process.execPath, [path.join(root, 'server/seeds/dump-sql.ts')], {
    env,
    stdio: ['ignore', openSync(file, 'w'), 'inherit'],
  })
  const code = await new Promise((resolve) => {
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`dump-sql.ts ended with ${code}`)
  return file
}
