import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { awaitDatabase, NoDatabase } from './db/presence/awaiting.ts'
import { migrate, NewerDatabase } from './db/migrate.ts'
import { createDatabase, createPool } from './db/pool.ts'
import { createProbe } from './db/presence/probe.ts'
import { createReads } from './db/reads.ts'
import { createReplicas, readsOver } from './db/presence/replicas.ts'
import { findMissingLimits } from './db/timeouts.ts'
import { createWrites } from './db/writes.ts'
import type { Deps } from './deps.ts'
import { readEnv, type Env } from './env.ts'
import { createGateways, closeDeps } from './gateways.ts'
import { AvError } from './gateways/av/system/programs.ts'
import { isPublicAddress } from './gateways/download.ts'
import { openTempFolder } from './gateways/files.ts'
import { createJobs } from './jobs/queue.ts'
import { createLive } from './live/hub.ts'
import { EnvError } from './reader.ts'
import { startTracing, stopTracing } from './tracing/tracing.ts'

function readEnvOrExit(): Env {
  try {
    return readEnv()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    process.stderr.write(`Plinth cannot start:\n${error.message}\nSee .env.example.\n`)
    process.exit(1)
  }
}

/** For what is missing outside of Plinth, whoever starts it is told what, without a stack. */
async function orExit<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isTold = [NoDatabase, NewerDatabase, AvError].some((one) => error instanceof one)
    if (!isTold) throw error
    process.stderr.write(`Plinth cannot start:\n${(error as Error).message}\n`)
    process.exit(1)
  }
}

const env = readEnvOrExit()
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
await startTracing(env.tracing, (report) => {
  if (report.state === 'gone')
    app.log.warn(report, 'the collector of traces is gone; they are dropped until it is back')
  else app.log.info(report, 'the collector of traces is back')
})
const gateways = await orExit(createGateways(env))
await orExit(
  awaitDatabase(env.databaseDirectUrl, { seconds: env.databaseWaitSeconds, onWait: say }),
)
const { ahead } = await orExit(
  migrate(env.databaseDirectUrl, {
    onWait: () => say('Another process is migrating the database. Waiting.'),
  }),
)
await openTempFolder(env.dataDir)
const pool = createPool({
  url: env.databaseUrl,
  size: env.databasePoolSize,
  namedStatements: env.namedStatements,
  isPatient: true,
})
const db = createDatabase(pool)
const reads = createReads({
  url: env.databaseUrl,
  namedStatements: env.namedStatements,
  isPatient: true,
})
const replicas = createReplicas({
  urls: env.databaseReadUrls,
  size: env.databasePoolSize,
  namedStatements: env.namedStatements,
  primary: { db, reads },
  maxLagSeconds: env.replicaLagSeconds,
})
const deps: Deps = {
  env,
  db,
  reads: readsOver(reads, replicas),
  replicas,
  writes: createWrites(db, env),
  probe: createProbe(env.databaseUrl),
  jobs: createJobs({
    url: env.databaseDirectUrl,
    run: env.runJobs,
    onError: (error, job) => app.log.error({ err: error, job }, 'job failed'),
  }),
  ...gateways,
  live: await createLive({
    ...env,
    db,
    onError: (error) => app.log.warn({ err: error }, 'live updates failed'),
  }),
  now: () => new Date(),
  keepsAnswers: true,
  mayFetch: isPublicAddress,
}
const app = await buildApp(deps)
replicas.watch((report) => app.log[report.state === 'ok' ? 'info' : 'warn'](report, 'replica'))
if (ahead.length > 0)
  app.log.warn({ ahead }, 'a newer version has migrated the database; this version works with it')
const missing = await findMissingLimits(pool)
if (missing.length > 0)
  app.log.warn(
    { missing },
    'sessions have no time limits: renew the connections of the pooler, or set the limits for the role of DATABASE_URL',
  )
await deps.jobs.start()

/** Requests still running after this are cut off; an upload can resume where it was. */
const LAST_REQUESTS_MS = 4_000
/** If stopping takes longer than this after draining, something hangs. */
const END_MS = 10_000

let stopping = false
/** Stops within ten seconds after draining. While draining, a proxy notices and every request is still served. */
async function stop(drainSeconds: number): Promise<void> {
  if (stopping) return
  stopping = true
  app.log.info({ drainSeconds }, 'leaving')
  app.leave()
  await deps.jobs.pause()
  await sleep(drainSeconds * 1_000)
  setTimeout(() => {
    app.log.fatal('did not stop in time')
    process.exit(1)
  }, END_MS).unref()
  const cut = setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS_MS)
  await app.close()
  clearTimeout(cut)
  await closeDeps(deps)
  await stopTracing()
  process.exit(0)
}
process.on('SIGTERM', () => void stop(env.drainSeconds))
process.on('SIGINT', () => void stop(0))
// `npm start` is our parent; when it dies, nobody else would stop us.
process.on('disconnect', () => void stop(0))

try {
  await app.listen({ host: env.host, port: env.port })
  process.send?.({ type: 'listening', url: env.publicUrl })
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const sentence =
    code === 'EADDRINUSE'
      ? `Port ${env.port} is taken. Stop what uses it, or start with another one: PORT=${env.port + 1} npm start`
      : message
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
