// npm run bench -- portfolios|posts [--scale 100000] [--seconds 5]
// npm run bench -- search [--scale 1000000] [--people 200000] [--seconds 5]
// npm run bench -- media [--part formats|quality|throughput] [--count 100] [--until ready]
// npm run bench -- messages [--part list|streams] [--streams 1000] [--seconds 5]
// npm run bench -- analytics [--seconds 5]
// npm run bench -- cache [--requests 100000]
// npm run bench -- money [--sequences 10000] [--seed 1] [--processes 2] [--rounds 20] [--kills 50]
// Runs the server as in production on a large data set in its own data folder, and puts load on it.
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import path from 'node:path'
import { SERVER_ENV, requireNode24, root } from './lib/node.mjs'
import { ensureBuilt, ensureDataFolder, ensureInstalled, giveUp } from './lib/setup.mjs'

ensureInstalled('tests')
await requireNode24(import.meta.url)

const args = process.argv.slice(2)
const [kind] = args
// These benches make their own small data sets.
if (kind === 'money') {
  const { benchMoney } = await import('./lib/bench-money.mjs')
  await benchMoney()
  process.exit()
}
// These need only enough works and posts to fill a page.
const hasOwnWorld = ['media', 'messages', 'analytics', 'cache'].includes(kind)
const numberOf = (name, usual) =>
  args.includes(name) ? Number(args[args.indexOf(name) + 1]) : usual
const asked = numberOf('--scale', kind === 'search' ? 1_000_000 : 100_000)
// Search has a world of its own, with more people.
const people = kind === 'search' ? numberOf('--people', Math.round(asked / 5)) : null
const scale = hasOwnWorld ? 1_000 : asked
const isKind = hasOwnWorld || ['portfolios', 'posts', 'search'].includes(kind)
if (!isKind || !Number.isInteger(scale) || scale < 1 || !Number.isInteger(people ?? 0)) {
  giveUp(
    `Usage: npm run bench -- portfolios|posts [--scale 100000] [--seconds 5]
       npm run bench -- search [--scale 1000000] [--people 200000] [--seconds 5]
       npm run bench -- media [--part formats|quality|throughput] [--count 100] [--until ready]
       npm run bench -- messages [--part list|streams] [--streams 1000] [--seconds 5]
       npm run bench -- analytics [--seconds 5]
       npm run bench -- cache [--requests 100000]
       npm run bench -- money [--sequences 10000] [--seed 1] [--processes 2] [--rounds 20] [--kills 50]`,
  )
}
if (kind === 'media') ensureBuilt()
const folder = people === null ? String(scale) : `search-${scale}-${people}`
const dataDir = path.join(root, `.plinth/bench/${hasOwnWorld ? kind : folder}`)
ensureDataFolder(dataDir)
const { startEmbedded } = await import('../server/src/db/embedded.ts')
const { migrate } = await import('../server/src/db/migrate.ts')
const { run } = await import('./lib/world.mjs')

const PORT = 3900
const INSPECT_PORT = 3910
const REDIS_PORT = 3920
const postgres = await startEmbedded({
  dataDir: path.join(dataDir, 'postgres-18'),
  adopt: true,
  settings: { shared_buffers: '2GB', max_wal_size: '8GB', maintenance_work_mem: '512MB' },
})
try {
  await postgres.createDatabase('plinth')
  const url = postgres.url('plinth')
  await migrate(url)
  const env = {
    ...process.env,
    DATABASE_URL: url,
    PLINTH_DATA: dataDir,
    // As in production: responses are not checked against the contract, and cookies are secure.
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://localhost',
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'plinth',
    OIDC_CLIENT_SECRET: 'unused',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '0',
  }
  await run('server/seeds/main.ts', { ...env, NODE_ENV: 'development' }, false, [
    '--scale',
    String(scale),
    ...(people === null ? [] : ['--people', String(people)]),
  ])
  const sqlFile = path.join(dataDir, 'statements.json')
  await writeStatements(env, sqlFile)
  const benchEnv = {
    ...process.env,
    BENCH_DATABASE_URL: url,
    BENCH_SQL: sqlFile,
    BENCH_OUT: dataDir,
    BENCH_PUBLIC_URL: env.PUBLIC_URL,
  }
  if (kind === 'messages') await benchMessages(env, benchEnv)
  else await benchBeside(1, env, benchEnv, [...args, '--scale', String(asked)])
} finally {
  await postgres.stop()
}

/** Runs two servers connected by PostgreSQL, and then by Redis if it is installed. */
async function benchMessages(env, benchEnv) {
  await benchBeside(2, env, { ...benchEnv, BENCH_BUS: 'PostgreSQL' }, args)
  if (args.includes('list')) return
  const { ensureRedis } = await import('./lib/redis.mjs')
  if (!ensureRedis('streams were measured')) return
  const { makeRedis } = await import('../server/test/redis.ts')
  const redis = makeRedis(REDIS_PORT)
  await redis.start()
  try {
    const words = [...args, '--part', 'streams']
    await benchBeside(
      2,
      { ...env, REDIS_URL: redis.url },
      { ...benchEnv, BENCH_BUS: 'Redis' },
      words,
    )
  } finally {
    await redis.kill()
  }
}

/** Starts servers, runs the bench against them, and stops them. */
async function benchBeside(count, env, benchEnv, words) {
  const started = []
  try {
    for (let n = 0; n < count; n += 1) {
      const inspectPort = INSPECT_PORT + n
      const child = await startServer({ ...env, PORT: String(PORT + n) }, inspectPort)
      const url = `http://127.0.0.1:${PORT + n}`
      started.push({ child, server: { url, pid: child.pid, inspectPort } })
    }
    const [{ server: first }] = started
    await run(
      'bench/src/main.ts',
      {
        ...benchEnv,
        BENCH_URL: first.url,
        BENCH_SERVER_PID: String(first.pid),
        BENCH_SERVERS: JSON.stringify(started.map(({ server }) => server)),
      },
      false,
      words,
    )
  } finally {
    for (const { child } of started) {
      if (child.exitCode !== null) continue
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
  }
}

function writeStatements(env, file) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'server/seeds/dump-sql.ts')], {
      env,
      stdio: ['ignore', openSync(file, 'w'), 'inherit'],
    })
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`dump-sql.ts ended with ${code}`)),
    )
  })
}

function startServer(env, inspectPort) {
  // Only the messages bench reads it.
  const inspect =
    kind === 'messages' ? [`--inspect=127.0.0.1:${inspectPort}`, '--inspect-publish-uid=http'] : []
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...inspect, path.join(root, 'server/src/main.ts')], {
      env: { ...SERVER_ENV, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('message', () => resolve(child))
    child.once('exit', () => reject(new Error('The server did not start.')))
  })
}
