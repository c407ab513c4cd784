// Starts everything Plinth needs in development, and stops it in reverse order.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { BUNDLED_SERVER, SERVER_ENV, root } from './node.mjs'
import {
  ensureDataFolder,
  filesBelow,
  giveUp,
  hashOf,
  readIf,
  requireOwnDatabase,
} from './setup.mjs'

/** Longer than a process goes on serving after it was told to stop. */
const STOP_TIMEOUT_MS = 15_000

/**
 * `whileStarting` runs beside everything else, and the server starts when both are done.
 * @param {{ watch?: boolean, env?: Record<string, string>, publicUrl?: string, seed?: boolean, quiet?: boolean,
 *   whileStarting?: () => Promise<void> }} options
 */
export async function startWorld(options = {}) {
  const env = { ...process.env, ...options.env }
  const say = options.quiet ? () => {} : console.log
  requireOwnDatabase(env)
  const dataDir = path.resolve(root, env.PLINTH_DATA ?? '.plinth')
  const port = readPort(env.PORT ?? '3000')
  const publicUrl = options.publicUrl ?? env.PUBLIC_URL ?? `http://localhost:${port}`
  ensureDataFolder(dataDir)
  const release = claim(dataDir, publicUrl)
  if (!(await isFree(port))) {
    giveUp(
      `Port ${port} is taken. Stop what uses it, or start with another one: PORT=${port + 10} npm start`,
    )
  }

  const stops = []
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one()
    release()
  }
  let failed = (sentence) => {
    console.error(`\n${sentence}`)
    void stop().then(() => process.exit(1))
  }

  const meanwhile = options.whileStarting?.()
  // It is waited for below, unless something else fails before.
  meanwhile?.catch(() => {})
  try {
    const database = await openDatabases(env, dataDir, {
      stops,
      onGivenUp: (sentence) => failed(sentence),
    })
    const identity = env.OIDC_ISSUER ? readIdentity(env) : await sandboxIdentity(dataDir, port, env)
    const usesSandboxCards = !env.STRIPE_SECRET_KEY && identity.sandboxPort !== undefined
    const common = {
      ...env,
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      PLINTH_DATA: dataDir,
      DATABASE_URL: database.url,
      OIDC_ISSUER: identity.issuer,
      OIDC_CLIENT_ID: identity.clientId,
      OIDC_CLIENT_SECRET: identity.clientSecret,
      LOG_LEVEL: env.LOG_LEVEL ?? 'warn',
      // The processes share most of their code, and a later start finds all of it compiled.
      NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE ?? path.join(dataDir, 'compiled'),
      ...(env.SMTP_URL || identity.smtpPort === undefined
        ? {}
        : { SMTP_URL: `smtp://127.0.0.1:${identity.smtpPort}` }),
      ...(usesSandboxCards ? sandboxPayments(identity) : {}),
    }
    const { awaitDatabase } = await import('../../server/src/db/presence/awaiting.ts')
    const { migrate } = await import('../../server/src/db/migrate.ts')
    // Empty is unset, as in the server's settings.
    const direct = env.DATABASE_DIRECT_URL || database.url
    await awaitDatabase(direct, {
      seconds: Number(env.DATABASE_WAIT_SECONDS ?? 0),
      onWait: (sentence) => console.log(sentence),
    }).catch((error) => {
      const hint = 'Start it, or leave DATABASE_URL unset to use the embedded one.'
      throw new Error(`${error.message} ${hint}`, { cause: error })
    })
    await migrate(direct, {
      onWait: () => console.log('Another process is migrating the database. Waiting.'),
    })
    if (identity.sandboxPort !== undefined) {
      const sandbox = await startChild('sandbox/src/main.ts', {
        ...common,
        SANDBOX_PORT: String(identity.sandboxPort),
        SANDBOX_SMTP_PORT: String(identity.smtpPort),
        SANDBOX_ISSUER: identity.issuer,
        SANDBOX_DATABASE_URL: await database.sandboxUrl(),
        PLINTH_URL: publicUrl,
        SANDBOX_DEMO_ACCOUNTS: path.join(root, 'sandbox/demo-accounts.json'),
        ...(usesSandboxCards
          ? { STRIPE_WEBHOOK_URL: `http://127.0.0.1:${port}/api/webhooks/stripe` }
          : {}),
      })
      stops.push(sandbox.stop)
      sandbox.onDeath(() => failed('The sandbox has ended; its last words are above.'))
      // The hires of the demo world are paid at the sandbox's card provider.
      if (options.seed !== false) await fillDemoWorld(database, common, options.quiet)
    }
    await meanwhile
    const server = await startChild(
      options.watch ? 'server/src/main.ts' : BUNDLED_SERVER,
      { ...SERVER_ENV, ...common },
      options.watch,
    )
    stops.push(server.stop)
    server.onDeath(() => failed('The server has ended; its last words are above.'))
    say('')
    // Null if emails go to another server.
    const mailboxUrl = identity.smtpPort && !env.SMTP_URL ? `${identity.issuer}/mailbox` : null
    return {
      url: publicUrl,
      dataDir,
      database,
      identity,
      mailboxUrl,
      env: common,
      stop,
      serverPid: server.pid,
    }
  } catch (error) {
    failed = () => {}
    await stop()
    return giveUp(error.sentence ?? error.message)
  }
}

/** Fills the database unless it is the one that was filled last: to ask it takes a process of its own two seconds. */
async function fillDemoWorld(database, env, quiet) {
  const file = path.join(env.PLINTH_DATA, 'demo-world.json')
  const wanted = database.postgres ? await describeDemoWorld(database.url, env.OIDC_ISSUER) : null
  if (wanted !== null && readIf(file) === wanted) return
  await run('server/seeds/main.ts', env, quiet)
  if (wanted !== null) writeFileSync(file, wanted)
}

const DEMO_WORLD = ['world.json', 'world-more.json'].map((name) => `server/seeds/world/${name}`)

/** Names the database, whose accounts the demo people sign in with, and what fills it. */
async function describeDemoWorld(url, issuer) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select system_identifier::text as cluster, d.oid::text as database
       from pg_control_system(), pg_database d where datname = current_database()`,
    )
    const sources = hashOf([...filesBelow('server/seeds/demo'), ...DEMO_WORLD])
    return JSON.stringify({ ...rows[0], issuer, sources })
  } finally {
    await client.end()
  }
}

function readPort(text) {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    giveUp(`PORT must be a number from 1 to 65535, not "${text}".`)
  }
  return port
}

/** Allows one Plinth per data folder. A killed one leaves its claim behind, with a pid that is no longer running. */
function claim(dataDir, url) {
  const file = path.join(dataDir, 'running.json')
  if (existsSync(file)) {
    const other = JSON.parse(readFileSync(file, 'utf8') || '{}')
    if (isPlinth(other.pid)) {
      giveUp(
        `Plinth already runs on this data folder at ${other.url} (process ${other.pid}). Stop it first, or set PLINTH_DATA to another folder.`,
      )
    }
  }
  writeFileSync(file, JSON.stringify({ pid: process.pid, url }))
  return () => rmSync(file, { force: true })
}

function isPlinth(pid) {
  try {
    process.kill(pid, 0)
    // The pid may belong to a different process by now.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('scripts/')
  } catch (error) {
    return error.code === 'EPERM'
  }
}

async function openDatabases(env, dataDir, { stops, onGivenUp }) {
  if (env.DATABASE_URL) {
    return {
      url: env.DATABASE_URL,
      sandboxUrl: () => env.SANDBOX_DATABASE_URL ?? besideExternal(env.DATABASE_URL),
    }
  }
  const { keepPostgres } = await import('./postgres.mjs')
  const postgres = await keepPostgres({ dataDir: path.join(dataDir, 'postgres-18'), onGivenUp })
  stops.push(postgres.stop)
  await postgres.createDatabase('plinth')
  await postgres.createDatabase('plinth_sandbox')
  return {
    url: postgres.url('plinth'),
    sandboxUrl: () => postgres.url('plinth_sandbox'),
    postgres,
  }
}

/** The sandbox keeps its accounts in a database of its own beside the given one. */
async function besideExternal(databaseUrl) {
  const { default: pg } = await import('pg')
  const url = new URL(databaseUrl)
  const name = `${url.pathname.slice(1)}_sandbox`
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    throw new Error(
      `The sandbox needs a database beside yours and may not make one (${error.message}). Create it and set SANDBOX_DATABASE_URL, or set OIDC_ISSUER to sign in with a real provider.`,
      { cause: error },
    )
  } finally {
    await client.end()
  }
  url.pathname = `/${name}`
  return url.href
}

function readIdentity(env) {
  return {
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID ?? '',
    clientSecret: env.OIDC_CLIENT_SECRET ?? '',
  }
}

/** The sandbox's card provider accepts any key of this form; each key has its own data. */
export const sandboxPayments = ({ issuer, webhookSecret }) => ({
  STRIPE_SECRET_KEY: 'sk_test_plinth',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_BASE: issuer,
})

/** Every account includes the issuer's URL, so the sandbox keeps the port and secrets of its first start. */
export async function sandboxIdentity(dataDir, port, env) {
  if (env.NODE_ENV === 'production') {
    throw new Error(
      'In production there is no sandbox: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
    )
  }
  const file = path.join(dataDir, 'sandbox.json')
  const saved = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  const wanted = env.SANDBOX_PORT ? readPort(env.SANDBOX_PORT) : saved?.port
  const sandboxPort = wanted ?? ((await isFree(port + 1)) ? port + 1 : await anyFreePort())
  if (!(await isFree(sandboxPort))) {
    throw new Error(
      `Port ${sandboxPort}, where the sandbox signs people in, is taken. Stop what uses it, or set SANDBOX_PORT (accounts made at the old address stay behind).`,
    )
  }
  const smtpPort = env.SANDBOX_SMTP_PORT
    ? readPort(env.SANDBOX_SMTP_PORT)
    : (await isFree(sandboxPort + 1))
      ? sandboxPort + 1
      : await anyFreePort()
  const clientSecret = saved?.clientSecret ?? randomBytes(24).toString('base64url')
  const webhookSecret = saved?.webhookSecret ?? `whsec_${randomBytes(24).toString('base64url')}`
  const keeping = { port: sandboxPort, clientSecret, webhookSecret }
  writeFileSync(file, JSON.stringify(keeping), { mode: 0o600 })
  return {
    issuer: `http://localhost:${sandboxPort}`,
    clientId: 'plinth',
    clientSecret,
    webhookSecret,
    sandboxPort,
    smtpPort,
  }
}

export const isFree = async (port) => (await canListen(port, '127.0.0.1')) && canListen(port, '::')

const canListen = (port, host) =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(error.code !== 'EADDRINUSE'))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })

export const anyFreePort = () =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

/** Runs a script and waits for its end. */
export function run(script, env, quiet = false, args = []) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, script), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${script} ended with code ${code}.`)),
    )
  })
}

/**
 * Starts a server and waits until it listens. It exits by itself when this process dies. `output` is a file descriptor
 * for what it says, which otherwise appears here.
 */
export async function startChild(script, env, watch = false, output = 'inherit') {
  const child = spawn(process.execPath, [...(watch ? ['--watch'] : []), path.join(root, script)], {
    cwd: root,
    env,
    // Its own process group, so that Ctrl-C reaches only this process, which stops everything in order.
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  })
  const patience = STOP_TIMEOUT_MS + Number(env.DRAIN_SECONDS ?? 5) * 1_000
  let expected = false
  const exited = new Promise((resolve) => child.once('exit', resolve))
  await new Promise((resolve, reject) => {
    child.on('message', (message) => message.type === 'listening' && resolve())
    void exited.then(() => reject(new Error(`${script} did not start; its last words are above.`)))
  })
  return {
    pid: child.pid,
    onDeath: (handle) => void exited.then(() => (expected ? undefined : handle())),
    stop: async () => {
      expected = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), patience)
      await exited
      clearTimeout(timer)
    },
  }
}
