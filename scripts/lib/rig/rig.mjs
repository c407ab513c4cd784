// Puts the rig together: everything that a large site has in front of, beside and behind its servers, on this machine.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { BUNDLED_SERVER, SERVER_ENV, root } from '../node.mjs'
import { settingsBehindProxy, startSandbox } from '../nodes.mjs'
import { run, sandboxIdentity, startChild } from '../world.mjs'
import { startCluster, stopPostgres } from './cluster.mjs'
import {
  keepsStatements,
  makeCertificate,
  startHaproxy,
  startPgbouncer,
  startVarnish,
} from './front.mjs'
import { ensurePackages } from './packages.mjs'
import { claimPorts } from './ports.mjs'
import { ensureReachable, stopProgram, until } from './programs.mjs'

const FIRST_PORT = 23_800

/** Starts everything, servers with these settings besides their own. What has to be ended is added to `stops` at once, so that a start can be interrupted. */
export async function startRig(stops, settings = {}) {
  ensurePackages()
  const folder = path.join(root, '.plinth/rig')
  // A rig that was killed while it started may have left them.
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    await stopPostgres(path.join(folder, name))
  const ports = await claimPorts(Number(process.env.PORT ?? FIRST_PORT))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'logs'), { recursive: true })
  ensureReachable(folder)
  const outputOf = (name) => openSync(path.join(folder, `logs/${name}.log`), 'a')

  const cluster = await startCluster({ folder, ports, stops })
  const pem = makeCertificate(folder)
  stops.push(() => stopProgram('haproxy'))
  const haproxy = await startHaproxy({ folder, ports, pem: pem.both, nodes: cluster.nodes })
  stops.push(() => stopProgram('varnishd'))
  const cacheToken = randomBytes(16).toString('hex')
  const cache = replaceable(() => startVarnish({ folder, ports, token: cacheToken }))
  await cache.start()
  const pooler = replaceable(() => startPgbouncer({ folder, ports, password: cluster.password }))
  stops.push(() => stopProgram('pgbouncer'))
  await pooler.start()
  const { startBucket } = await import('../../../server/test/media/s3.ts')
  const bucket = await startBucket()
  stops.push(bucket.close)
  const { makeRedis } = await import('../../../server/test/redis.ts')
  const redis = makeRedis(ports.redis)
  await redis.start()
  stops.push(redis.kill)

  const identity = {
    ...(await sandboxIdentity(folder, ports.plinth, {
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_SMTP_PORT: String(ports.smtp),
    })),
    issuer: `https://localhost:${ports.issuer}`,
  }
  const url = `https://localhost:${ports.plinth}`
  const directUrl = cluster.url
  const poolerUrl = `postgres://plinth:${cluster.password}@127.0.0.1:${ports.pgbouncer}/plinth`
  const env = {
    ...settingsBehindProxy({ url, dataDir: folder, identity }),
    ...bucket.env,
    CACHE_PURGE_URL: `http://127.0.0.1:${ports.cache}`,
    CACHE_PURGE_STYLE: 'varnish',
    CACHE_PURGE_TOKEN: cacheToken,
    DATABASE_URL: poolerUrl,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_READ_URL: cluster.replicaUrl,
    NAMED_STATEMENTS: keepsStatements() ? 'on' : 'off',
    // Longer than a failover takes: a server that starts meanwhile waits.
    DATABASE_WAIT_SECONDS: '120',
    REDIS_URL: redis.url,
    NODE_EXTRA_CA_CERTS: pem.certificate,
    // Longer than haproxy takes to notice.
    DRAIN_SECONDS: '3',
    ...settings,
  }
  const sandboxUrl = `postgres://plinth:${cluster.password}@127.0.0.1:${ports.primary}/plinth_sandbox`
  const sandbox = await startSandbox(env, identity, sandboxUrl, outputOf('sandbox'))
  stops.push(sandbox.stop)
  // Past the pooler, as every command, and there it may name its statements.
  await run('server/seeds/main.ts', { ...env, DATABASE_URL: directUrl, NAMED_STATEMENTS: 'on' })

  /** Starts a server, with settings of its own if there are any. */
  const makeServer = (name, port, jobs) =>
    replaceable((own) =>
      startChild(
        BUNDLED_SERVER,
        {
          ...SERVER_ENV,
          ...env,
          JOBS: jobs,
          NODE_ENV: 'production',
          PORT: String(port),
          // They share no folder.
          PLINTH_DATA: path.join(folder, name),
          ...own,
        },
        false,
        outputOf(name),
      ),
    )
  const servers = ports.web.map((port, index) => ({
    name: `web-${index + 1}`,
    origin: `http://127.0.0.1:${port}`,
    ...makeServer(`web-${index + 1}`, port, 'off'),
  }))
  const worker = makeServer('worker', ports.worker, 'on')
  for (const one of [...servers, worker]) stops.push(one.stop)
  await Promise.all([...servers, worker].map((one) => one.start()))
  const names = servers.map(({ name }) => name)
  /** Whether haproxy sends requests to these servers and to no others. */
  const sendsTo = async (wanted) => (await haproxy.serving()).toSorted().join() === wanted.join()
  await until('haproxy has found all servers', () => sendsTo(names))
  return {
    folder,
    url,
    directUrl,
    poolerUrl,
    env,
    ports,
    identity,
    cluster,
    servers,
    worker,
    pooler,
    cache,
    redis,
    sendsTo,
    select: (queries) => select(directUrl, queries),
  }
}

/** The column `value` of each of these queries, by their names. */
async function select(url, queries) {
  const { connectionTo } = await import('../../../server/src/db/address.ts')
  const client = new pg.Client(connectionTo(url))
  await client.connect()
  try {
    const found = {}
    for (const [name, sql] of Object.entries(queries))
      found[name] = (await client.query(sql)).rows.map(({ value }) => value)
    return found
  } finally {
    await client.end()
  }
}

/** A process that can be ended and started again, also with other settings. */
function replaceable(start) {
  let running = null
  return {
    start: async (own = {}) => {
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
