// Runs Plinth as on several machines: separate database, store and bus, and a proxy in front of the servers.
import path from 'node:path'
import { findRedis } from './redis.mjs'
import { BUNDLED_SERVER, SERVER_ENV, root } from './node.mjs'
import { ensureDataFolder, giveUp } from './setup.mjs'
import { anyFreePort, run, sandboxIdentity, sandboxPayments, startChild } from './world.mjs'

/**
 * Starts two servers on one PostgreSQL, one bucket and, if it is installed, one Redis.
 * @param {{ dataDir: string, port: number }} options
 */
export async function startNodes({ dataDir, port }) {
  ensureDataFolder(dataDir)
  const stops = []
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one()
  }
  try {
    const outside = await startOutside(dataDir, {
      stops,
      onGivenUp: (sentence) => void stop().then(() => giveUp(sentence)),
    })
    const identity = await sandboxIdentity(dataDir, port, {})
    const ports = [await anyFreePort(), await anyFreePort()]
    const origins = ports.map((one) => `http://127.0.0.1:${one}`)
    const { startProxy } = await import('../../server/test/proxy.ts')
    const proxy = await startProxy(origins, port)
    stops.push(proxy.close)
    const env = {
      ...settingsBehindProxy({ url: proxy.url, dataDir, identity }),
      ...outside.env,
      DRAIN_SECONDS: '1',
    }
    const sandbox = await startSandbox(env, identity, outside.sandboxUrl)
    stops.push(sandbox.stop)
    // The hires of the demo world are paid at the sandbox's card provider.
    await run('server/seeds/main.ts', env)
    // The servers share no folder.
    const startNode = (own) =>
      startChild(BUNDLED_SERVER, {
        ...SERVER_ENV,
        ...env,
        PLINTH_DATA: path.join(dataDir, `server-${ports.indexOf(own)}`),
        PORT: String(own),
      })
    const nodes = await Promise.all(ports.map(startNode))
    stops.push(async () => void (await Promise.all(nodes.map((node) => node.stop()))))
    await proxy.sendsTo(origins)
    return {
      url: proxy.url,
      origins,
      databaseUrl: env.DATABASE_URL,
      bus: env.REDIS_URL ? 'Redis' : 'PostgreSQL',
      stop,
      /** Replaces one server as a deployment does, while the others serve. */
      restart: async (index) => {
        const ended = nodes[index].stop()
        await proxy.sendsTo(origins.filter((_, other) => other !== index))
        await ended
        nodes[index] = await startNode(ports[index])
        await proxy.sendsTo(origins)
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The settings of every server behind a proxy that answers at this URL. */
export const settingsBehindProxy = ({ url, dataDir, identity }) => ({
  ...process.env,
  PUBLIC_URL: url,
  TRUST_PROXY: 'on',
  PLINTH_DATA: dataDir,
  OIDC_ISSUER: identity.issuer,
  OIDC_CLIENT_ID: identity.clientId,
  OIDC_CLIENT_SECRET: identity.clientSecret,
  SMTP_URL: `smtp://127.0.0.1:${identity.smtpPort}`,
  // Here all visitors have the same address.
  RATE_LIMIT_PER_MINUTE: '0',
  // The load comes from few accounts.
  DAILY_LIMITS: 'off',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  ...sandboxPayments(identity),
})

/** Starts the sandbox beside servers with these settings. */
export const startSandbox = (env, identity, databaseUrl, output = 'inherit') =>
  startChild(
    'sandbox/src/main.ts',
    {
      ...env,
      SANDBOX_PORT: String(identity.sandboxPort),
      SANDBOX_SMTP_PORT: String(identity.smtpPort),
      SANDBOX_ISSUER: identity.issuer,
      SANDBOX_DATABASE_URL: databaseUrl,
      PLINTH_URL: env.PUBLIC_URL,
      SANDBOX_DEMO_ACCOUNTS: path.join(root, 'sandbox/demo-accounts.json'),
      STRIPE_WEBHOOK_URL: env.STRIPE_WEBHOOK_URL ?? `${env.PUBLIC_URL}/api/webhooks/stripe`,
    },
    false,
    output,
  )

/** Starts the database, the store and the bus, which run apart from the servers. */
async function startOutside(dataDir, { stops, onGivenUp }) {
  const { keepPostgres } = await import('./postgres.mjs')
  const { startBucket } = await import('../../server/test/media/s3.ts')
  const postgres = await keepPostgres({ dataDir: path.join(dataDir, 'postgres-18'), onGivenUp })
  stops.push(postgres.stop)
  await makeEmpty(postgres, ['plinth', 'plinth_sandbox'])
  const bucket = await startBucket()
  stops.push(bucket.close)
  const env = { DATABASE_URL: postgres.url('plinth'), ...bucket.env }
  const sandboxUrl = postgres.url('plinth_sandbox')
  if (findRedis() === undefined) return { env, sandboxUrl }
  const { makeRedis } = await import('../../server/test/redis.ts')
  const redis = makeRedis(await anyFreePort())
  await redis.start()
  stops.push(redis.kill)
  return { env: { ...env, REDIS_URL: redis.url }, sandboxUrl }
}

/** Recreates the databases: the store starts empty, so rows from another run would have no files. */
async function makeEmpty(postgres, names) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  for (const name of names) await client.query(`drop database if exists ${name} with (force)`)
  await client.end()
  for (const name of names) await postgres.createDatabase(name)
}
