import type { FastifyInstance } from 'fastify'
import { readDisk } from '../../gateways/disk.ts'
import type { DatabaseState, Probe } from '../../db/presence/probe.ts'

/** One check answers everybody within this time, so that requests cannot put load on database and disk. */
const CACHE_MS = 1_000
/** A slow database is slow for all servers alike: a proxy that took them out would make an outage of it. */
const SERVES: ReadonlySet<DatabaseState> = new Set(['ok', 'slow'])
/**
 * So is one that is gone, nearly always. A replica takes over within this time; until then servers answer what they have
 * kept, and other requests wait. If this server alone has lost the database, a proxy takes it out afterwards.
 */
const GONE_MS = 60_000

/**
 * `/healthz` answers while the process runs, even without a database. `/readyz` says whether a proxy should send
 * requests here. Both are public, so they reveal nothing else.
 */
export function registerHealth(
  app: FastifyInstance,
  { probe, dataDir }: { probe: Probe; dataDir: string },
): void {
  let isLeaving = false
  app.decorate('leave', () => {
    isLeaving = true
  })
  app.decorate('isLeaving', () => isLeaving)
  app.addHook('preClose', async () => app.leave())
  app.addHook('onSend', (_request, reply, payload, done) => {
    // The client then opens its next connection to a server that stays.
    if (isLeaving) void reply.header('connection', 'close')
    done(null, payload)
  })

  let lastDisk = 'ok'
  const diskState = async () => {
    const state = await readDisk(dataDir).then(
      (disk) => disk.state,
      () => 'gone' as const,
    )
    if (state !== lastDisk) app.log[state === 'ok' ? 'info' : 'warn']({ disk: state }, 'the disk')
    lastDisk = state
    return state
  }
  let lastServed = -Infinity
  const check = shared(CACHE_MS, async () => {
    const [database, disk] = await Promise.all([probe.check(), diskState()])
    const now = performance.now()
    const serves = SERVES.has(database)
    if (serves) lastServed = now
    const isReady = serves || (database === 'gone' && now - lastServed < GONE_MS)
    // Without disk nothing can be uploaded, and everything can be read: a proxy goes on sending requests.
    const isWell = serves && disk !== 'full'
    return { database, disk, isReady, status: isWell ? 'ok' : 'degraded' }
  })
  const open = {
    // A lagging process is alive, and restarting it would make things worse.
    config: { rateLimit: false, isAnsweredLate: true, isUntraced: true },
    schema: { hide: true },
    // A proxy asks every second.
    logLevel: 'warn',
  } as const
  app.get('/healthz', open, () => ({ status: 'ok' }))
  app.get('/readyz', open, async (_request, reply) => {
    const { isReady, status, database, disk } = isLeaving ? LEAVING : await check()
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? status : 'unavailable', database, disk })
  })
}

const LEAVING = { isReady: false, status: '', database: undefined, disk: undefined }

/** Shares the result of the running check, and of the last one until it is `ms` old. */
function shared<T>(ms: number, check: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | null = null
  let until = 0
  return () => {
    const now = performance.now()
    if (last === null || now > until) {
      until = Infinity
      last = check().finally(() => {
        until = performance.now() + ms
      })
    }
    return last
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` fail and closes connections after their answers; everything else still works. */
    leave: () => void
    /** Whether `leave` was called or the app closes. */
    isLeaving: () => boolean
  }
}
