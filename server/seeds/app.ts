import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import { createProbe } from '../src/db/presence/probe.ts'
import { createReads } from '../src/db/reads.ts'
import { createReplicas } from '../src/db/presence/replicas.ts'
import { createWrites } from '../src/db/writes.ts'
import type { Deps } from '../src/deps.ts'
import { createGateways } from '../src/gateways.ts'
import type { Jobs } from '../src/jobs/queue.ts'
import { createLive } from '../src/live/hub.ts'

type Handler = (data: object, meta: { attempt: number; isLastAttempt: boolean }) => Promise<void>

/** The whole app in this process, with a clock that is moved by hand, and jobs that run only when they are told to. */
export interface HandledApp {
  app: FastifyInstance
  deps: Deps
  /** Runs a job at once. */
  run: (name: string, data?: object) => Promise<void>
  /** Runs the kept jobs that were sent since. Returns how many there were. */
  drain: () => Promise<number>
  close: () => Promise<void>
}

/** `keeps`: names of the jobs that wait for `drain`. All others are forgotten when they are sent. */
export async function openApp(
  given: Pick<Deps, 'db' | 'env' | 'storage'>,
  { now, keeps }: { now: () => Date; keeps: ReadonlySet<string> },
): Promise<HandledApp> {
  const { db, env } = given
  const queue = createQueue(keeps)
  const gateways = await createGateways(env)
  const reads = createReads({ url: env.databaseUrl, namedStatements: env.namedStatements })
  const deps: Deps = {
    ...gateways,
    ...given,
    jobs: queue.jobs,
    live: await createLive({ ...env, db, onError: () => undefined }),
    reads,
    replicas: createReplicas({
      urls: [],
      size: 1,
      namedStatements: env.namedStatements,
      primary: { db, reads },
      maxLagSeconds: env.replicaLagSeconds,
    }),
    writes: createWrites(db, env),
    probe: createProbe(env.databaseUrl),
    now,
    keepsAnswers: false,
    mayFetch: () => false,
  }
  const app = await buildApp(deps)
  await app.ready()
  return {
    app,
    deps,
    run: queue.run,
    drain: queue.drain,
    close: async () => {
      await app.close()
      await deps.live.close()
      await gateways.imaging.close()
      await gateways.video.close()
      await gateways.audio.close()
      await gateways.documents.close()
      await deps.reads.close()
    },
  }
}

function createQueue(keeps: ReadonlySet<string>) {
  const handlers = new Map<string, Handler>()
  const waiting: { name: string; data: object }[] = []
  const run = async (name: string, data: object = {}): Promise<void> => {
    const handler = handlers.get(name)
    if (handler === undefined) throw new Error(`There is no job ${name}.`)
    await handler(data, { attempt: 1, isLastAttempt: true })
  }
  const jobs: Jobs = {
    work: (name, handler) => {
      handlers.set(name, handler as Handler)
    },
    send: (_, name, data) => {
      if (keeps.has(name)) waiting.push({ name, data })
      return Promise.resolve()
    },
    publish: () => Promise.resolve(),
    start: () => Promise.resolve(),
    depths: () => Promise.resolve([]),
    failed: () => Promise.resolve([]),
    retry: () => Promise.resolve(),
    pause: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  }
  return {
    jobs,
    run,
    drain: async (): Promise<number> => {
      let count = 0
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        await run(job.name, job.data)
        count += 1
      }
      return count
    },
  }
}
