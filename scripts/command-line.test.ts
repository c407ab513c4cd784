import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbedded, type EmbeddedPostgres } from '../server/src/db/embedded.ts'
import { THROWAWAY } from '../server/test/cluster-folder.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const TIMEOUT_MS = 60_000

let folder: string
let postgres: EmbeddedPostgres
let url: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-command-line-'))
  // For root PostgreSQL runs as another user, who must be able to reach its data.
  await chmod(folder, 0o755)
  postgres = await startEmbedded({
    dataDir: path.join(folder, 'postgres'),
    settings: THROWAWAY,
    adopt: true,
  })
  await postgres.createDatabase('plinth')
  url = postgres.url('plinth')
}, TIMEOUT_MS)

afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}, TIMEOUT_MS)

function plinth(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('node', ['scripts/plinth.mjs', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: url, PLINTH_DATA: path.join(folder, 'data') },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

async function tables(): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(
    "select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  )
  await client.end()
  return rowCount ?? 0
}

it(
  'changes the tables of a database only when it is told to migrate',
  async () => {
    for (const args of [
      ['admin', 'grant', 'you@example.com'],
      ['backup', path.join(folder, 'backup')],
      ['media', 'check'],
    ]) {
      const refused = plinth(...args)
      expect(refused.status).toBe(1)
      expect(refused.said).toMatch(/lacks \d+ migrations .* Run npm run plinth -- migrate/)
    }
    expect(await tables()).toBe(0)

    expect(plinth('migrate')).toMatchObject({
      status: 0,
      said: expect.stringContaining('has every migration'),
    })
    expect(await tables()).toBeGreaterThan(50)
    expect(plinth('admin', 'grant', 'you@example.com')).toMatchObject({
      status: 1,
      said: expect.stringContaining('Nobody has signed in'),
    })
  },
  TIMEOUT_MS,
)
