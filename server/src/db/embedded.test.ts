import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbedded, type EmbeddedPostgres, type EmbeddedVersion } from './embedded.ts'

const base = path.resolve(import.meta.dirname, '../../../.plinth/test')
const version = Number(process.env.TEST_POSTGRES ?? 18) as EmbeddedVersion
const settings = { shared_buffers: '16MB' }
const folders: string[] = []
const running: EmbeddedPostgres[] = []

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
  for (const made of folders.splice(0)) await rm(made, { recursive: true, force: true })
})

async function folder(): Promise<string> {
  await mkdir(base, { recursive: true })
  const made = await mkdtemp(path.join(base, 'embedded-'))
  folders.push(made)
  return made
}

async function start(dataDir: string, extra: { adopt?: boolean } = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDir, version, settings, ...extra })
  running.push(postgres)
  return postgres
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end()
  }
}

const pidOf = async (postgres: EmbeddedPostgres): Promise<number> =>
  Number((await readFile(path.join(postgres.dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0])

describe('the embedded PostgreSQL', () => {
  it('starts durable, in UTF-8, with checksums, and requires its password', async () => {
    const postgres = await start(path.join(await folder(), 'data'))
    const [row] = await query(
      postgres.url('postgres'),
      `select current_setting('fsync') fsync, current_setting('synchronous_commit') commit,
         current_setting('data_checksums') checksums, current_setting('server_encoding') encoding`,
    )
    expect(row).toEqual({ fsync: 'on', commit: 'on', checksums: 'on', encoding: 'UTF8' })
    const wrongPassword = new URL(postgres.url('postgres'))
    wrongPassword.password = 'guess'
    await expect(query(wrongPassword.href, 'select 1')).rejects.toThrow(/password/)
  })

  it('is started only once, and a second user does not stop it', async () => {
    const dataDir = path.join(await folder(), 'data')
    const first = await start(dataDir)
    const second = await startEmbedded({ dataDir, version, settings })
    expect([first.started, second.started]).toEqual([true, false])
    expect(second.port).toBe(first.port)
    await second.stop()
    expect(await query(first.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is started once by two processes at the same moment', async () => {
    const dataDir = path.join(await folder(), 'data')
    await (await start(dataDir)).stop()
    const both = await Promise.all([start(dataDir), start(dataDir)])
    expect(both.map(({ started }) => started).toSorted()).toEqual([false, true])
    for (const { url } of both)
      expect(await query(url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is stopped by whoever adopts it after its starter died', async () => {
    const dataDir = path.join(await folder(), 'data')
    const first = await start(dataDir)
    const heir = await startEmbedded({ dataDir, version, settings, adopt: true })
    await heir.stop()
    await expect(query(first.url('postgres'), 'select 1')).rejects.toThrow()
  })

  it('comes back at once after kill -9, with every acknowledged row', async () => {
    const dataDir = path.join(await folder(), 'data')
    const first = await start(dataDir)
    await query(first.url('postgres'), 'create table saved (id int)')
    await query(first.url('postgres'), 'insert into saved select generate_series(1, 100)')
    process.kill(await pidOf(first), 'SIGKILL')
    const second = await start(dataDir)
    const [row] = await query(second.url('postgres'), 'select count(*)::int as count from saved')
    expect(row).toEqual({ count: 100 })
  })

  it('starts over after an interrupted initdb', async () => {
    const dataDir = path.join(await folder(), 'data')
    await mkdir(dataDir, { recursive: true })
    await writeFile(path.join(dataDir, 'half'), 'made')
    const postgres = await start(dataDir)
    expect(await query(postgres.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('works inside a folder that only its owner may enter', async () => {
    const closed = await folder()
    await mkdir(path.join(closed, 'home'), { mode: 0o700 })
    const postgres = await start(path.join(closed, 'home/data'))
    expect(await query(postgres.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    // For root the server runs as `nobody`, who cannot enter the folder, so it uses another one.
    if (process.getuid?.() === 0) {
      expect(postgres.dataDir).toMatch(/^\/var\/tmp\/plinth-/)
      folders.push(path.dirname(postgres.dataDir))
    }
  })

  it('creates a database once', async () => {
    const postgres = await start(path.join(await folder(), 'data'))
    await postgres.createDatabase('wall')
    await postgres.createDatabase('wall')
    expect(await query(postgres.url('wall'), 'select current_database() as name')).toEqual([
      { name: 'wall' },
    ])
  })

  it('explains what to do on a platform without it', async () => {
    const arch = Object.getOwnPropertyDescriptor(process, 'arch')
    Object.defineProperty(process, 'arch', { value: 'riscv64', configurable: true })
    try {
      await expect(startEmbedded({ dataDir: path.join(await folder(), 'data') })).rejects.toThrow(
        /no embedded PostgreSQL 18 for linux-riscv64.*Set DATABASE_URL/,
      )
    } finally {
      if (arch) Object.defineProperty(process, 'arch', arch)
    }
  })
})
