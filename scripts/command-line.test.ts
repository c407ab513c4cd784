import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbedded, type EmbeddedPostgres } from '../server/src/db/embedded.ts'
import { THROWAWAY } from '../server/test/cluster-folder.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const TIMEOUT_MS = 120_000

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

const plinth = (...args: string[]) => run({}, 'scripts/plinth.mjs', ...args)

function run(settings: NodeJS.ProcessEnv, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync('node', words, {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: url,
      PLINTH_DATA: path.join(folder, 'data'),
      ...settings,
    },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

async function query(text: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(text)
  await client.end()
  return rowCount ?? 0
}

const tables = () =>
  query("select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')")

const STACK = /^\s+at .+:\d+:\d+\)?$/m

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

it(
  'refuses what is not a command, and a database or a folder that it cannot use, with a sentence',
  async () => {
    const broken = path.join(folder, 'broken')
    await mkdir(broken)
    await writeFile(path.join(broken, 'manifest.json'), '{"format":1,')
    const cases: [string[], RegExp, NodeJS.ProcessEnv?][] = [
      [['dance'], /There is no command: dance/],
      [['backup', '/x', '--databse-only'], /not used like that: backup \/x --databse-only/],
      [['admin', 'grant', 'somebody'], /not used like that/],
      [['seed', '--scale', 'many'], /not used like that/],
      [['backup', path.join(broken, 'manifest.json/here')], /cannot be written \(ENOTDIR\)/],
      [['restore', broken], /manifest\.json of this backup is damaged/],
      [['migrate'], /must be an address such as postgres:/, { DATABASE_URL: 'nonsense' }],
      [['migrate'], /does not answer/, { DATABASE_URL: 'postgres://plinth@127.0.0.1:1/plinth' }],
      [['backup', '/x'], /must be set together/, { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a' }],
    ]
    for (const [words, sentence, settings = {}] of cases) {
      const refused = run(settings, 'scripts/plinth.mjs', ...words)
      expect(refused, words.join(' ')).toMatchObject({
        status: 1,
        said: expect.stringMatching(sentence),
      })
      expect(refused.said, words.join(' ')).not.toMatch(STACK)
    }
  },
  TIMEOUT_MS,
)

it(
  'does not back up a database that a newer version has migrated, and uses none after a one-way migration',
  async () => {
    plinth('migrate')
    const backup = ['backup', path.join(folder, 'newer')] as const
    await query("insert into migrations (name) values ('9999_later.sql')")
    expect(plinth('audit', 'check').status).toBe(0)
    expect(plinth(...backup)).toMatchObject({
      status: 1,
      said: expect.stringMatching(/it has 9999_later\.sql\. Run this command with that version/),
    })
    await query("update migrations set one_way = 'works have another key.' where name like '9999%'")
    const server = {
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'plinth',
      OIDC_CLIENT_SECRET: 'secret',
    }
    for (const refused of [
      plinth('migrate'),
      plinth('audit', 'check'),
      plinth(...backup),
      run(server, 'server/src/main.ts'),
    ]) {
      expect(refused).toMatchObject({
        status: 1,
        said: expect.stringMatching(/cannot work with 9999_later\.sql: works have another key\./),
      })
      expect(refused.said).not.toMatch(STACK)
    }
    await query("delete from migrations where name like '9999%'")
  },
  TIMEOUT_MS,
)
