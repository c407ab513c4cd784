import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss, fromKysely, type ConstructorOptions, type JobWithMetadata } from 'pg-boss'
import { connectionTo } from '../db/address.ts'
import type { Database } from '../db/pool.ts'
import { UNLIMITED } from '../db/timeouts.ts'
import { beginTrace, currentSpan, during } from '../tracing/tracing.ts'

interface WorkOptions {
  /** How many jobs of this queue run at the same time in this process. */
  concurrency?: number
  /** Further attempts after the first one. */
  retries?: number
  /** Seconds after which a running job counts as failed. */
  expireIn?: number
  /** A cron expression that also starts the job. */
  schedule?: string
  /** The job is also started by each `publish` of this event. */
  on?: string
}

export interface Jobs {
  /** Declares a queue and, if this process runs jobs, its handler. Call before `start`. */
  work: <T extends object>(
    name: string,
    handler: (data: T, meta: { attempt: number; isLastAttempt: boolean }) => Promise<void>,
    options?: WorkOptions,
  ) => void
  /** Enqueues a job. Inside a transaction the job exists only if that commits. */
  send: (db: Database, name: string, data: object) => Promise<void>
  /** Enqueues a job on every queue that is `on` this event; transactions work as with `send`. */
  publish: (db: Database, event: string, data: object) => Promise<void>
  start: () => Promise<void>
  /** How many jobs there are, by queue and state. */
  depths: () => Promise<readonly Depth[]>
  /** Starts no more jobs. Running ones go on, and new ones can still be enqueued. */
  pause: () => Promise<void>
  /** Waits a few seconds for running jobs, hands back those that have not finished, and stops. */
  stop: () => Promise<void>
}

interface Depth {
  queue: string
  /** `created`: waiting; `retry`: waiting for another attempt; `active`: running; `failed`: given up. */
  state: string
  count: number
  /** How long the first of them has been due; 0 for states other than `created`. */
  oldestSeconds: number
}

interface Declared {
  name: string
  handler: (data: never, meta: { attempt: number; isLastAttempt: boolean }) => Promise<void>
  options: WorkOptions
}

/** A job that has not finished by then starts again in another process. */
const STOP_TIMEOUT_MS = 4_000

/** Polling where NOTIFY does not arrive. */
const POLL_SECONDS = 2
/** NOTIFY announces new jobs; polling finds those whose NOTIFY was lost, or whose process died. */
const SELDOM_SECONDS = 60
/** When to look for the next attempt of a job that failed: it waits longer each time. */
const LOOKS_AFTER_MS = [1_500, 3_000, 6_000, 12_000, 24_000, 48_000]

/** It passes this on to its pool: an idle server would open a connection for every other look. */
const KEPT_OPEN = { idleTimeoutMillis: 300_000 }

/** Counts jobs. Age is given only for waiting ones, because for retries and running jobs it means nothing. */
const DEPTHS = `select name as queue, state::text, count(*)::int,
    coalesce(max(extract(epoch from now() - start_after))
      filter (where state = 'created' and start_after < now()), 0)::float8 as "oldestSeconds"
  from pgboss.job where state in ('created', 'retry', 'active', 'failed')
  group by name, state order by name, state`

export function createJobs(options: {
  /** A direct connection, because pg-boss needs sessions that a pooler would mix up. */
  url: string
  run: boolean
  onError: (error: unknown, job?: string) => void
}): Jobs {
  const boss = new PgBoss({
    // pg-boss passes these on to pg.
    ...UNLIMITED,
    ...(connectionTo(options.url) as ConstructorOptions),
    ...KEPT_OPEN,
    max: 3,
    application_name: 'plinth-jobs',
    useListenNotify: options.run,
    supervise: options.run,
    schedule: options.run,
  })
  let isStopping = false
  // A job that was still running then is handed back, and another process runs it.
  const onError: typeof options.onError = (error, job) => {
    if (!isStopping) options.onError(error, job)
  }
  boss.on('error', (error) => onError(error))
  const declared: Declared[] = []

  return {
    work: (name, handler, workOptions = {}) => {
      declared.push({ name, handler, options: workOptions })
    },
    send: async (db, name, data) => {
      await boss.send(name, withCause(data), { db: fromKysely(db) })
    },
    publish: async (db, event, data) => {
      await boss.publish(event, withCause(data), { db: fromKysely(db) })
    },
    start: async () => {
      await boss.start()
      for (const job of declared) await open(boss, job, { run: options.run, onError })
    },
    depths: async () => {
      const { rows } = await boss.getDb().executeSql(DEPTHS, [])
      return rows as Depth[]
    },
    pause: async () => {
      await Promise.all(declared.map(({ name }) => boss.offWork(name, { wait: false })))
    },
    stop: async () => {
      const done = Promise.all(declared.map(({ name }) => boss.offWork(name)))
      // Waited for here, because pg-boss checks only every half second.
      await Promise.race([done, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
      isStopping = true
      await boss.stop({ graceful: false })
    },
  }
}

/** The data of a job that was enqueued while something was traced. */
type Caused = object & { traceparent?: string }

/** Names the span that enqueues a job, so that the trace of the job can link to it. */
function withCause(data: object): Caused {
  const span = currentSpan()
  return span === null ? data : { ...data, traceparent: span.parent }
}

async function open(
  boss: PgBoss,
  { name, handler, options }: Declared,
  { run, onError }: { run: boolean; onError: (error: unknown, job?: string) => void },
): Promise<void> {
  const retryLimit = options.retries ?? 2
  await boss.createQueue(name, {
    retryLimit,
    retryBackoff: true,
    retryDelay: 1,
    expireInSeconds: options.expireIn ?? 300,
    // The jobs of a killed process restart after this time instead of after their expiry.
    heartbeatSeconds: 30,
    notify: true,
  })
  if (options.on !== undefined) await boss.subscribe(options.on, name)
  if (!run) return
  for (let one = 0; one < (options.concurrency ?? 1); one += 1) {
    const worker: string = await boss.work(
      name,
      {
        batchSize: 1,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: SELDOM_SECONDS,
        includeMetadata: true,
      },
      async ([job]: JobWithMetadata[]) => {
        if (job === undefined) return
        const attempt = job.retryCount + 1
        try {
          // A job that the schedule starts has no data.
          const { traceparent: cause, ...data } = (job.data ?? {}) as Caused
          const span = beginTrace(`job ${name}`, {
            kind: 'job',
            facts: { 'plinth.job': name, 'plinth.attempt': attempt },
            cause,
          })
          await during(span, () =>
            handler(data as never, { attempt, isLastAttempt: attempt > retryLimit }),
          )
        } catch (error) {
          onError(error, name)
          for (const ms of LOOKS_AFTER_MS) setTimeout(() => boss.notifyWorker(worker), ms).unref()
          throw error
        } finally {
          // One NOTIFY wakes a worker for one job, so it checks at once for others that are waiting.
          boss.notifyWorker(worker)
        }
      },
    )
  }
  if (options.schedule !== undefined) await boss.schedule(name, options.schedule)
}
