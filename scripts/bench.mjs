// Runs the server as in production on a large data set in its own data folder, and puts load on it. USAGE says how;
// --port chooses other ports than those from 3900 on.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { BUNDLED_SERVER, SERVER_ENV, requireNode24, root } from './lib/node.mjs'
import { ensureBuilt, ensureInstalled, giveUp } from './lib/setup.mjs'

const USAGE = `Usage: npm run bench -- all [--scale 100000] [--seconds 9] [--only REGEX] [--others 0.4] [--soak 60]
       npm run bench -- costs [--scale 100000] [--seconds 9] [--only REGEX]
       npm run bench -- memory [--scale 100000] [--seconds 9] [--soak MINUTES]
       npm run bench -- growth [--scale 1000000] [--seconds 9] [--only REGEX] [--others 0.4]
       npm run bench -- jobs [--scale 1000000] [--only REGEX]
       npm run bench -- year [--members 100] [--months 12] [--every 1] [--seed 1]
       npm run bench -- plans [--scale 100000] [--only REGEX]
       npm run bench -- profile ROW [--scale 100000] [--seconds 9]
       npm run bench -- paint [--only REGEX] [--others 0.4]
       npm run bench -- search [--scale 1000000] [--people 200000] [--seconds 5]
       npm run bench -- media [--part formats|quality|throughput] [--count 100] [--until ready]
       npm run bench -- messages [--part list|streams] [--streams 1000] [--seconds 5]
       npm run bench -- analytics [--seconds 5]
       npm run bench -- cache [--requests 100000] [--minutes 1.5] [--only nginx]
       npm run bench -- money [--sequences 10000] [--seed 1] [--processes 2] [--rounds 20] [--kills 50]`

/** Works in each kind's world: those that need only a page, and those that need many. */
const SCALES = {
  all: 100_000,
  costs: 100_000,
  growth: 1_000_000,
  jobs: 1_000_000,
  memory: 100_000,
  plans: 100_000,
  profile: 100_000,
  search: 1_000_000,
}
/** Works beside the demo world. Paint needs pages that people could see: invented works have no pictures. */
const OWN_WORLDS = { media: 1_000, messages: 1_000, analytics: 1_000, cache: 1_000, paint: 0 }
/** Members of the site whose year is lived, beside the demo world's; there are two works and posts for each. */
const MEMBERS = 100
/** A year takes minutes here, so autovacuum looks around every second and never rests. */
const YEAR_DATABASE = {
  shared_buffers: '1GB',
  max_wal_size: '1GB',
  // What a day has logged is counted after it.
  wal_keep_size: '1GB',
  autovacuum_naptime: '1s',
  autovacuum_vacuum_cost_delay: '0',
  // A day is over in seconds, so its commits and checkpoints wait for no disk. What is logged is the same.
  synchronous_commit: 'off',
  fsync: 'off',
}
/** What lists or searches read of a million works fits into this. */
const LARGE_DATABASE = { shared_buffers: `${Math.round((os.totalmem() * 0.4) / 1024 ** 2)}MB` }
/** Works in the world that growth compares with. */
const LITTLE = 10_000
/** These write much, so they run on a copy of the database, and they open pages. */
const ON_A_COPY = new Set(['all', 'costs', 'growth', 'jobs', 'memory', 'plans', 'profile', 'year'])
/** These ask the database what each statement costs. */
const COUNTS = new Set(['profile', 'jobs'])
/** These look into the server's libraries, or name its files. */
const FROM_SOURCES = new Set(['plans', 'profile'])

ensureInstalled('tests')
await requireNode24(import.meta.url)

const args = process.argv.slice(2)
const [kind] = args
// This one tests without a server.
if (kind === 'money') {
  const { benchMoney } = await import('./lib/bench/money.mjs')
  await benchMoney()
  process.exit()
}
const numberOf = (name, usual) =>
  args.includes(name) ? Number(args[args.indexOf(name) + 1]) : usual
const wordOf = (name, usual) => (args.includes(name) ? args[args.indexOf(name) + 1] : usual)
const hasOwnWorld = Object.hasOwn(OWN_WORLDS, kind)
const isYear = kind === 'year'
const members = numberOf('--members', MEMBERS)
const scale = hasOwnWorld
  ? OWN_WORLDS[kind]
  : isYear
    ? members * 2
    : numberOf('--scale', SCALES[kind])
// Search and the year have worlds of their own, with more people.
const people = isYear
  ? members
  : kind === 'search'
    ? numberOf('--people', Math.round(scale / 5))
    : null
if (!Number.isInteger(scale) || (scale < 1 && !hasOwnWorld) || !Number.isInteger(people ?? 0))
  giveUp(USAGE)
ensureBuilt()

const PORT = numberOf('--port', 3900)
const LITTLE_PORT = PORT + 5
const INSPECT_PORT = PORT + 10
const REDIS_PORT = PORT + 20
const CAPTURE_PORT = PORT + 25
const CACHE_PORT = PORT + 30
const YEAR_PORT = PORT + 35

const { openBenchWorld, writeStatements } = await import('./lib/bench/world.mjs')
const { run } = await import('./lib/world.mjs')
const { UNLIMITED } = await import('../server/src/db/timeouts.ts')

const folder = people === null ? String(scale) : `${kind}-${scale}-${people}`
const isCopy = ON_A_COPY.has(kind)
const world = await openBenchWorld({
  folder: hasOwnWorld ? kind : folder,
  scale,
  people,
  isCopy,
  counts: COUNTS.has(kind),
  settings: { year: YEAR_DATABASE, growth: LARGE_DATABASE, search: LARGE_DATABASE }[kind] ?? {},
})
try {
  const benchEnv = {
    ...process.env,
    BENCH_DATABASE_URL: unlimited(world.env.DATABASE_URL),
    // Kinds on a copy read what the server sends, and paint needs no statements.
    BENCH_SQL: isCopy || kind === 'paint' ? '-' : await writeStatements(world.env),
    BENCH_OUT: world.env.PLINTH_DATA,
    BENCH_PUBLIC_URL: world.env.PUBLIC_URL,
    ...(kind === 'paint' ? { CHROMIUM_PATH: chromium() } : {}),
    BENCH_CAPTURE_URL: `http://127.0.0.1:${CAPTURE_PORT}`,
    BENCH_YEAR_URL: `http://127.0.0.1:${YEAR_PORT}`,
  }
  const words = [...args, '--scale', String(scale)]
  if (kind === 'messages') await benchMessages(world.env, benchEnv)
  else if (kind === 'cache') await benchCaches(world.env, benchEnv, words)
  else if (kind === 'growth') await benchGrowth(world.env, benchEnv, words)
  else await benchBeside(1, world.env, benchEnv, words)
} finally {
  await world.stop()
}

/** The bench itself may clean up and look around for longer than a request. */
function unlimited(databaseUrl) {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', UNLIMITED.options)
  return url.href
}

/** The browser that pages are opened in. */
function chromium() {
  const { path: file, problem } = ensureChromium()
  return file ?? giveUp(problem)
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

/** Runs a server behind each cache that is installed here. The server has to know which, so that it can tell it what to forget. */
async function benchCaches(env, benchEnv, words) {
  const installed = [
    { style: 'nginx', program: 'nginx', path: '/purge' },
    { style: 'varnish', program: 'varnishd', path: '' },
  ]
    .filter(({ style }) => new RegExp(wordOf('--only', '')).test(style))
    .filter(({ program }) => spawnSync(program, ['-V'], { stdio: 'ignore' }).error === undefined)
  if (installed.length === 0) giveUp('Install nginx or Varnish first: they are the cache.')
  for (const { style, path: purgePath } of installed) {
    const cache = { style, port: CACHE_PORT, token: randomBytes(16).toString('hex') }
    const settings = {
      CACHE_PURGE_URL: `http://127.0.0.1:${CACHE_PORT}${purgePath}`,
      CACHE_PURGE_STYLE: style,
      CACHE_PURGE_TOKEN: cache.token,
    }
    const bench = { ...benchEnv, BENCH_CACHE: JSON.stringify(cache) }
    await benchBeside(1, { ...env, ...settings }, bench, words)
  }
}

/** Runs a server with little data beside the one with much. */
async function benchGrowth(env, benchEnv, words) {
  const little = await openBenchWorld({
    folder: String(LITTLE),
    scale: LITTLE,
    people: null,
    isCopy,
  })
  try {
    const child = await startServer({ ...little.env, PORT: String(LITTLE_PORT) })
    try {
      const small = {
        url: `http://127.0.0.1:${LITTLE_PORT}`,
        databaseUrl: unlimited(little.env.DATABASE_URL),
        scale: String(LITTLE),
      }
      await benchBeside(1, env, { ...benchEnv, BENCH_SMALL: JSON.stringify(small) }, words)
    } finally {
      await endServer(child)
    }
  } finally {
    await little.stop()
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
    for (const { child } of started) await endServer(child)
  }
}

async function endServer(child) {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

function startServer(env, inspectPort) {
  const inspect = [`--inspect=127.0.0.1:${inspectPort}`, '--inspect-publish-uid=http']
  const capture = ['--import', path.join(root, 'bench/src/plans/capture.ts')]
  const options =
    { messages: inspect, profile: inspect, memory: inspect, plans: capture }[kind] ?? []
  // Only the statements of requests are explained.
  const settings = kind === 'plans' ? { CAPTURE_PORT: String(CAPTURE_PORT), JOBS: 'off' } : {}
  return new Promise((resolve, reject) => {
    const script = FROM_SOURCES.has(kind) ? 'server/src/main.ts' : BUNDLED_SERVER
    // It is the server as well, but its clock is ahead and it plays the members.
    const year = [
      '--port',
      env.PORT,
      '--control',
      String(YEAR_PORT),
      '--seed',
      wordOf('--seed', '1'),
      '--every',
      wordOf('--every', '1'),
    ]
    const command = isYear ? ['server/seeds/year/main.ts', ...year] : [script]
    const child = spawn(process.execPath, [...options, ...command], {
      cwd: root,
      env: { ...SERVER_ENV, ...env, ...settings },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('message', () => resolve(child))
    child.once('exit', () => reject(new Error('The server did not start.')))
  })
}
