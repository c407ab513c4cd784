// Puts the rig together: everything that a large site has in front of, beside and behind its servers, on this machine.
import { existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { BUNDLED_SERVER, SERVER_ENV, root } from '../node.mjs'
import { settingsBehindProxy, startSandbox } from '../nodes.mjs'
import { run, sandboxIdentity, startChild } from '../world.mjs'
import { startCluster, stopPostgres } from './cluster.mjs'
import { makeCertificate, startHaproxy, startPgbouncer } from './front.mjs'
import { ensurePackages } from './packages.mjs'
import { claimPorts } from './ports.mjs'
import { ensureReachable, stopProgram, until } from './programs.mjs'

const FIRST_PORT = 23_800

/** Starts everything. What has to be ended is added to `stops` at once, so that a start can be interrupted. */
export async function startRig(stops) {
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
    DATABASE_URL: poolerUrl,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_READ_URL: cluster.replicaUrl,
    // pgbouncer 1.18 cannot keep them.
    NAMED_STATEMENTS: 'off',
    // Longer than a failover takes: a server that starts meanwhile waits.
    DATABASE_WAIT_SECONDS: '120',
    REDIS_URL: redis.url,
    NODE_EXTRA_CA_CERTS: pem.certificate,
    // Longer than haproxy takes to notice.
    DRAIN_SECONDS: '3',
  }
  const sandboxUrl = `postgres://plinth:${cluster.password}@127.0.0.1:${ports.primary}/plinth_sandbox`
  const sandbox = await startSandbox(env, identity, sandboxUrl, outputOf('sandbox'))
  stops.push(sandbox.stop)
  // Past the pooler, as every command, and there it may name its statements.
  await run('server/seeds/main.ts', { ...env, DATABASE_URL: directUrl, NAMED_STATEMENTS: 'on' })

  const startServer = (name, port, own) =>
    startChild(
      BUNDLED_SERVER,
      {
        ...SERVER_ENV,
        ...env,
        ...own,
        NODE_ENV: 'production',
        PORT: String(port),
        // They share no folder.
        PLINTH_DATA: path.join(folder, name),
      },
      false,
      outputOf(name),
    )
  const servers = ports.web.map((port, index) => ({
    name: `web-${index + 1}`,
    origin: `http://127.0.0.1:${port}`,
    ...replaceable(() => startServer(`web-${index + 1}`, port, { JOBS: 'off' })),
  }))
  const worker = replaceable(() => startServer('worker', ports.worker, { JOBS: 'on' }))
  for (const one of [...servers, worker]) stops.push(one.stop)
  await Promise.all([...servers, worker].map((one) => one.start()))
  const names = servers.map(({ name }) => name)
  await until('haproxy has found all servers', () => haproxy.sendsTo(names))
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
    redis,
    sendsTo: haproxy.sendsTo,
  }
}

/** A process that can be ended and started again. */
function replaceable(start) {
  let running = null
  return {
    start: async () => {
      running = await start()
    },
    stop: async () => void (await running?.stop()),
    kill: async () => {
      process.kill(running.pid, 'SIGKILL')
      await running.stop()
    },
  }
}
