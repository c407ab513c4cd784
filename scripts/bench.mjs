// npm run bench -- portfolios|posts [--scale 100000] [--seconds 5]
// npm run bench -- media [--part formats|quality|throughput] [--count 100] [--until ready]
// A large world in a data folder of its own, the server as in production, and the load beside it.
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import path from 'node:path'
import { requireNode24, root } from './lib/node.mjs'
import { ensureBuilt, ensureDataFolder, ensureInstalled, giveUp } from './lib/setup.mjs'

ensureInstalled()
await requireNode24(import.meta.url)

const args = process.argv.slice(2)
const isMedia = args[0] === 'media'
// Files are what it is about: of works and posts it needs as many as fill a page.
const scale = isMedia ? 1_000 : Number(args[args.indexOf('--scale') + 1] || 100_000)
if (!['portfolios', 'posts', 'media'].includes(args[0]) || !Number.isInteger(scale) || scale < 1) {
  giveUp(
    'Usage: npm run bench -- portfolios|posts [--scale 100000] [--seconds 5]\n       npm run bench -- media [--part formats|quality|throughput] [--count 100] [--until ready]',
  )
}
if (isMedia) ensureBuilt()
const dataDir = path.join(root, `.plinth/bench/${isMedia ? 'media' : scale}`)
ensureDataFolder(dataDir)
const { startEmbedded } = await import('../server/src/db/embedded.ts')
const { migrate } = await import('../server/src/db/migrate.ts')
const { run } = await import('./lib/world.mjs')

const PORT = 3900
const postgres = await startEmbedded({
  dataDir: path.join(dataDir, 'postgres-18'),
  adopt: true,
  settings: { shared_buffers: '2GB', max_wal_size: '8GB', maintenance_work_mem: '512MB' },
})
let server
try {
  await postgres.createDatabase('plinth')
  const url = postgres.url('plinth')
  await migrate(url)
  const env = {
    ...process.env,
    DATABASE_URL: url,
    PLINTH_DATA: dataDir,
    // As in production: no answer is held against the contract, cookies are secure.
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://localhost',
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'plinth',
    OIDC_CLIENT_SECRET: 'unused',
    PORT: String(PORT),
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '0',
  }
  await run('server/seeds/main.ts', { ...env, NODE_ENV: 'development' }, false, [
    '--scale',
    String(scale),
  ])
  const sqlFile = path.join(dataDir, 'statements.json')
  await writeStatements(env, sqlFile)
  server = await startServer(env)
  await run(
    'bench/src/main.ts',
    {
      ...process.env,
      BENCH_URL: `http://127.0.0.1:${PORT}`,
      BENCH_DATABASE_URL: url,
      BENCH_SQL: sqlFile,
      BENCH_OUT: dataDir,
      BENCH_PUBLIC_URL: env.PUBLIC_URL,
      BENCH_SERVER_PID: String(server.pid),
    },
    false,
    args,
  )
} finally {
  server?.kill('SIGTERM')
  if (server) await new Promise((resolve) => server.once('exit', resolve))
  await postgres.stop()
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

function startServer(env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'server/src/main.ts')], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('message', () => resolve(child))
    child.once('exit', () => reject(new Error('The server did not start.')))
  })
}
