// A PostgreSQL 15 of Debian with an archived log, set up and restored as docs/operating.md says.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { POSTGRES_BIN, programOf } from '../rig/packages.mjs'
import { handOver, startProgram, until } from '../rig/programs.mjs'
import { blocksBelow, blockWith, commandsOf } from './page.mjs'
import { isRoot } from './site.mjs'

const PAGE = 'docs/operating.md'
const HEADING = 'Base backups with pgBackRest'
const LABEL = 'postgres'

/** Runs a program as the user of PostgreSQL. Returns what it says and how many seconds it took. */
function asPostgres(folder, name, args) {
  const began = performance.now()
  const as = isRoot ? ['--reuid', LABEL, '--regid', LABEL, '--init-groups'] : []
  const said = execFileSync(programOf('setpriv'), [...as, programOf(name), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: folder },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  })
  return { said, seconds: (performance.now() - began) / 1_000 }
}

/** Makes and starts a cluster with the role `plinth`, which owns its databases and has no other rights. */
export async function startCluster({ folder, port, stops }) {
  for (const name of ['data', 'socket', 'archive', 'logs', 'tmp']) {
    mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 })
  }
  const data = path.join(folder, 'data')
  const settings = path.join(folder, 'pgbackrest.conf')
  writeFileSync(settings, backrestSettings(folder, port))
  handOver(folder)
  asPostgres(folder, `${POSTGRES_BIN}/initdb`, ['-D', data, '-E', 'UTF8', '--locale=C.UTF-8', '-k'])
  const archiving = blockWith(PAGE, HEADING, 'archive_command').replace(
    'pgbackrest ',
    `${programOf('pgbackrest')} --config=${settings} `,
  )
  const own = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}/socket'`,
  ]
  const file = path.join(data, 'postgresql.conf')
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n${[...own, archiving].join('\n')}\n`)

  const connect = async (database = 'postgres') => {
    const client = new pg.Client({
      host: path.join(folder, 'socket'),
      port,
      user: 'postgres',
      database,
    })
    // It may be stopped under it.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const ask = async (text, database) => {
    const client = await connect(database)
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const answers = async () => {
    try {
      const [{ recovering }] = await ask('select pg_is_in_recovery() as recovering')
      return !recovering
    } catch {
      return false
    }
  }
  let program
  const start = async () => {
    program = await startProgram({
      folder,
      name: `${POSTGRES_BIN}/postgres`,
      label: LABEL,
      args: ['-D', data],
      isReady: answers,
    })
  }
  const stop = async () => {
    // Sessions that are open would keep a stop with SIGTERM waiting.
    await ask(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    await program.stop()
  }
  stops.push(async () => {
    if (await answers()) await stop()
  })
  await start()
  const password = randomBytes(18).toString('base64url')
  await ask(`create role plinth login password '${password}'`)

  const url = (name) => `postgres://plinth:${password}@127.0.0.1:${port}/${name}`
  /** Runs the command of the page that contains these words, perhaps changed. */
  const backrest = (words, change = (command) => command) => {
    const found = blocksBelow(PAGE, HEADING)
      .flatMap(commandsOf)
      .find((command) => command.startsWith('pgbackrest ') && command.endsWith(words))
    if (found === undefined) throw new Error(`${PAGE} has no command pgbackrest … ${words}.`)
    const args = change(found)
      .slice('pgbackrest '.length)
      .match(/(?:[^\s']|'[^']*')+/g)
      .map((word) => word.replaceAll("'", ''))
    return asPostgres(folder, 'pgbackrest', [`--config=${settings}`, ...args])
  }
  return {
    folder,
    url,
    ask,
    start,
    stop,
    backrest,
    until,
    createDatabase: async (name) => {
      await ask(`create database ${name} owner plinth`)
      return url(name)
    },
    bytesOf: async (name) =>
      Number((await ask(`select pg_database_size('${name}') as bytes`))[0].bytes),
    archiveBytes: () => sizeOf(path.join(folder, 'archive')),
  }
}

/** The page's settings, with the places of this cluster. */
function backrestSettings(folder, port) {
  const page = blockWith(PAGE, HEADING, '[global]')
    .replace('/var/lib/pgbackrest', path.join(folder, 'archive'))
    .replace('/var/lib/postgresql/15/main', path.join(folder, 'data'))
  const places = [
    `log-path=${folder}/logs`,
    `lock-path=${folder}/tmp`,
    `spool-path=${folder}/tmp`,
  ].join('\n')
  const ours = [`pg1-port=${port}`, `pg1-socket-path=${folder}/socket`].join('\n')
  return `${page.replace('[global]', `[global]\n${places}`)}\n${ours}\n`
}

/** How many bytes the files below a folder take. */
export function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
}
