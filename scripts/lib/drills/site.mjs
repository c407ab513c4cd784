// A whole Plinth on this machine whose parts can be killed, stopped and started again one by one.
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf } from '../../../server/test/processes.ts'
import { BUNDLED_SERVER, SERVER_ENV } from '../node.mjs'
import { startSandbox } from '../nodes.mjs'
import { giveUp } from '../setup.mjs'
import { isFree, sandboxIdentity, sandboxPayments, startChild } from '../world.mjs'
import { withClient } from './invariants.mjs'
import { layWorld } from './world.mjs'

/** Ports of one drill, below those that the system gives to outgoing connections. */
const PORTS = 4
const FIRST_PORT = 23_600

/**
 * Starts PostgreSQL, the sandbox and the server, with the demo world. What has to be ended is added to `stops` at once.
 * @param {{ folder: string, stops: (() => Promise<void>)[], postgresIn?: string, postgresSettings?: Record<string, string>,
 *   dataIn?: string, own?: Record<string, string> }} options `postgresIn` and `dataIn` are folders on other file systems
 */
export async function startSite({
  folder,
  stops,
  postgresIn = folder,
  postgresSettings = {},
  dataIn = path.join(folder, 'data'),
  own = {},
}) {
  const port = Number(process.env.PORT ?? FIRST_PORT)
  for (let at = port; at < port + PORTS; at += 1) {
    if (!(await isFree(at)))
      giveUp(`Port ${at} is taken. Choose ${PORTS} others: PORT=${port + 10} npm run drill`)
  }
  await layWorld({ postgresIn, dataIn, stops })
  const postgres = await startPostgres({ postgresIn, settings: postgresSettings, port: port + 3 })
  stops.push(postgres.stop)
  const identity = await sandboxIdentity(folder, port, {
    SANDBOX_PORT: String(port + 1),
    SANDBOX_SMTP_PORT: String(port + 2),
  })
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    PLINTH_DATA: dataIn,
    DATABASE_URL: postgres.url('plinth'),
    OIDC_ISSUER: identity.issuer,
    OIDC_CLIENT_ID: identity.clientId,
    OIDC_CLIENT_SECRET: identity.clientSecret,
    SMTP_URL: `smtp://127.0.0.1:${identity.smtpPort}`,
    // Here everybody has the same address.
    RATE_LIMIT_PER_MINUTE: '0',
    // And a few people write as much as many would.
    DAILY_LIMITS: 'off',
    // A server that starts while the database is away waits for it.
    DATABASE_WAIT_SECONDS: '60',
    LOG_LEVEL: 'warn',
    ...sandboxPayments(identity),
    ...own,
  }
  const output = (name) => openSync(path.join(folder, `${name}.log`), 'a')
  const sandbox = replaceable(() =>
    logged(output('sandbox'), (log) =>
      startSandbox(env, identity, postgres.url('plinth_sandbox'), log),
    ),
  )
  stops.push(sandbox.stop)
  await sandbox.start()
  const server = replaceable((more = {}) =>
    logged(output('server'), (log) =>
      startChild(BUNDLED_SERVER, { ...SERVER_ENV, ...env, ...more }, false, log),
    ),
  )
  stops.push(server.stop)
  await server.start()
  const databaseUrl = postgres.url('plinth')
  return { folder, url, env, databaseUrl, identity, postgres, sandbox, server }
}

/** The child has a copy of the file that it writes to. */
async function logged(log, start) {
  try {
    return await start(log)
  } finally {
    closeSync(log)
  }
}

/** A process that can be ended and started again, also with other settings. */
function replaceable(start) {
  let running = null
  return {
    start: async (own) => {
      running = await start(own)
    },
    pid: () => running?.pid,
    stop: async () => {
      await running?.stop()
      running = null
    },
    kill: async () => {
      process.kill(running.pid, 'SIGKILL')
      await running.stop()
    },
  }
}

async function startPostgres({ postgresIn, settings, port }) {
  const { startEmbedded } = await import('../../../server/src/db/embedded.ts')
  const start = (own = {}) =>
    startEmbedded({
      dataDir: path.join(postgresIn, 'postgres'),
      settings: { ...settings, ...own },
      port,
      adopt: true,
    })
  let running = await start()
  await running.createDatabase('plinth')
  await running.createDatabase('plinth_sandbox')
  // Read while its disk can be.
  const readPid = () =>
    Number(readFileSync(path.join(running.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  let postmaster = readPid()
  /** The postmaster first, so that it starts no more children. */
  const signal = (name) => {
    for (const one of [postmaster, ...childrenOf(postmaster)]) {
      try {
        process.kill(one, name)
      } catch (error) {
        // It has ended with the postmaster.
        if (error.code !== 'ESRCH') throw error
      }
    }
  }
  return {
    url: running.url,
    dataDir: running.dataDir,
    /** With settings of its own for this time, if there are any. */
    start: async (own) => {
      running = await start(own)
      postmaster = readPid()
    },
    /** Without fsync its lock file can be empty after a power cut, and PostgreSQL refuses to start on it. */
    removeEmptyLock: () => {
      const lock = path.join(running.dataDir, 'postmaster.pid')
      if (statSync(lock, { throwIfNoEntry: false })?.size === 0) rmSync(lock)
    },
    stop: () => running.stop(),
    ended: () => running.ended,
    kill: async () => {
      signal('SIGKILL')
      await running.ended
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

/** A job of a process that was killed begins again after half a minute, and then once more if it fails. */
const QUIET_MS = 300_000

/** What waits to be processed, as sentences. */
const WAITING = `
  select count(*) || ' events of the card provider, such as ' || min(type) || coalesce(': ' || min(failure), '') as what
  from provider_events where processed_at is null having count(*) > 0
  union all select count(*) || ' outbox rows, such as ' || min(kind) from notices having count(*) > 0`

/** Waits until the outbox is empty and every event of the card provider is processed. */
export async function untilQuiet(databaseUrl, ms = QUIET_MS) {
  await withClient(databaseUrl, async (client) => {
    for (const end = performance.now() + ms; ; await sleep(200)) {
      const { rows } = await client.query(WAITING)
      if (rows.length === 0) return
      if (performance.now() > end)
        throw new Error(
          `After ${ms / 1_000} seconds this still waits: ${rows.map(({ what }) => what).join('; ')}.`,
        )
    }
  })
}
