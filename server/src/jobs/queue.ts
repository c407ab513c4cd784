import { setTimeout as sleep } from 'node:timers/promises'
import {
  PgBoss,
  fromKysely,
  systemClock,
  type ConstructorOptions,
  type JobWithMetadata,
  type QueueResult,
} from 'pg-boss'
import { connectionTo } from '../db/address.ts'
import { PatientClient } from '../db/client.ts'
import type { Database } from '../db/pool.ts'
import { UNLIMITED } from '../db/timeouts.ts'
import { repairTimes } from './clock.ts'
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

interface SendOptions {
  /** It waits at least so long. */
  afterSeconds?: number
  /** Jobs with a higher priority start first; 0 unless it is given. */
  priority?: number
}

export interface Jobs {
  /** Declares a queue and, if this process runs jobs, its handler. Call before `start`. */
  work: <T extends object>(
    name: string,
    handler: (data: T, meta: { attempt: number; isLastAttempt: boolean }) => Promise<void>,
    options?: WorkOptions,
  ) => void
  /** Enqueues a job. Inside a transaction the job exists only if that commits. */
  send: (db: Database, name: string, data: object, options?: SendOptions) => Promise<void>
  /** Enqueues a job on every queue that is `on` this event; transactions work as with `send`. */
  publish: (db: Database, event: string, data: object) => Promise<void>
  start: () => Promise<void>
  /** How many jobs there are, by queue and state. */
  depths: () => Promise<readonly Depth[]>
  /** The jobs that were given up last, the newest first. */
  failed: () => Promise<readonly FailedJob[]>
  /** Runs given-up jobs of a queue again; transactions work as with `send`. */
  retry: (db: Database, queue: string, ids: readonly string[]) => Promise<void>
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

export interface FailedJob {
  id: string
  queue: string
  at: Date
  data: Readonly<Record<string, unknown>>
  /** What the last attempt threw. */
  error: string
}

/** Enough to see what is wrong. More would be of the same kind. */
const FAILED = `select id, name as queue, completed_on as at, coalesce(data, '{}') as data,
    coalesce(output ->> 'message', output ->> 'value', output::text, '') as error
  from pgboss.job where state = 'failed' order by completed_on desc, id desc limit 100`

interface Declared {
  name: string
  handler: (data: never, meta: { attempt: number; isLastAttempt: boolean }) => Promise<void>
  options: WorkOptions
}

/** A job that has not finished by then starts again in another process. */
const STOP_TIMEOUT_MS = 4_000

/** Polling where NOTIFY does not arrive. */
const POLL_SECONDS = 2
/** NOTIFY announces new jobs, and `DUE` finds the others. */
const SELDOM_SECONDS = 60
/** A running job whose process has not been heard of for this long counts as abandoned, and starts again. */
const HEARTBEAT_SECONDS = 15
/** How often pg-boss looks for abandoned jobs. */
const SUPERVISE_SECONDS = 10
/** How often to look for jobs that nothing announces: they are retried, or their NOTIFY was lost. */
const LOOK_MS = 5_000
/** When to look for the next attempt of a job that failed: it waits longer each time. */
const LOOKS_AFTER_MS = [1_500, 3_000, 6_000, 12_000, 24_000, 48_000]

/** A delayed job is looked for this long after it is due. */
const DUE_MS = 200

/** pg-boss passes these on to its pool. An idle server would open a connection for every other look. */
const FOR_POOL = { idleTimeoutMillis: 300_000, Client: PatientClient }

/**
 * The clock of this process, which nobody can set: pg-boss measures by it how long to wait. It asks the database once a
 * minute how far its clock is off, by which it starts what is scheduled.
 */
const STEADY = {
  clock: { ...systemClock, now: () => performance.timeOrigin + performance.now() },
  clockMonitorIntervalSeconds: 60,
}
/** How often to look whether the database's clock was set back. */
const REPAIR_MS = 60_000

/** Counts jobs. Age is given only for waiting ones, because for retries and running jobs it means nothing. */
const DEPTHS = `select name as queue, state::text, count(*)::int,
    coalesce(max(extract(epoch from now() - start_after))
      filter (where state = 'created' and start_after < now()), 0)::float8 as "oldestSeconds"
  from pgboss.job where state in ('created', 'retry', 'active', 'failed')
  group by name, state order by name, state`

/** The queues with jobs that could run now. */
const DUE = `select distinct name from pgboss.job where state < 'active' and start_after <= now()`

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
    ...FOR_POOL,
    ...STEADY,
    max: 3,
    application_name: 'plinth-jobs',
    useListenNotify: options.run,
    supervise: options.run,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    schedule: options.run,
  })
  let isStopping = false
  // A job that was still running then is handed back, and another process runs it.
  const onError: typeof options.onError = (error, job) => {
    if (!isStopping) options.onError(error, job)
  }
  boss.on('error', (error) => onError(error))
  const declared: Declared[] = []
  const timers: NodeJS.Timeout[] = []
  const repair = () => repairTimes(boss.getDb())
  /** The workers of this process, by queue. */
  const workers = new Map<string, string[]>()
  const wake = (queue: string) => workers.get(queue)?.forEach((worker) => boss.notifyWorker(worker))
  const wakeForDue = async () => {
    const { rows } = await boss.getDb().executeSql(DUE, [])
    for (const { name } of rows as { name: string }[]) wake(name)
  }
  const every = (ms: number, work: () => Promise<void>) =>
    timers.push(setInterval(() => void work().catch(onError), ms).unref())

  return {
    work: (name, handler, workOptions = {}) => {
      declared.push({ name, handler, options: workOptions })
    },
    send: async (db, name, data, { afterSeconds = 0, priority = 0 } = {}) => {
      const wanted = { db: fromKysely(db), startAfter: afterSeconds, priority }
      await boss.send(name, withCause(data), wanted)
      if (afterSeconds === 0) return
      // NOTIFY tells of it now, and nothing does when it is due.
      setTimeout(() => wake(name), afterSeconds * 1_000 + DUE_MS).unref()
    },
    publish: async (db, event, data) => {
      await boss.publish(event, withCause(data), { db: fromKysely(db) })
    },
    start: async () => {
      await boss.start()
      if (options.run) {
        await repair()
        every(REPAIR_MS, repair)
        every(LOOK_MS, wakeForDue)
      }
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const job of declared) {
        await keepQueue(boss, job, known.get(job.name))
        if (options.run) workers.set(job.name, await openWorkers(boss, job, onError))
      }
    },
    depths: async () => {
      const { rows } = await boss.getDb().executeSql(DEPTHS, [])
      return rows as Depth[]
    },
    failed: async () => {
      const { rows } = await boss.getDb().executeSql(FAILED, [])
      return rows as FailedJob[]
    },
    retry: async (db, queue, ids) => {
      await boss.retry(queue, [...ids], { db: fromKysely(db) })
    },
    pause: async () => {
      await Promise.all(declared.map(({ name }) => boss.offWork(name, { wait: false })))
    },
    stop: async () => {
      const done = Promise.all(declared.map(({ name }) => boss.offWork(name)))
      // Waited for here, because pg-boss checks only every half second.
      await Promise.race([done, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
      isStopping = true
      for (const timer of timers) clearInterval(timer)
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

/** How often a job is tried again. */
const retriesOf = ({ retries = 2 }: WorkOptions): number => retries

/** Makes a queue as it is declared, also where an older version has made it otherwise. */
async function keepQueue(
  boss: PgBoss,
  { name, options }: Declared,
  known: QueueResult | undefined,
): Promise<void> {
  const wanted = {
    retryLimit: retriesOf(options),
    retryBackoff: true,
    retryDelay: 1,
    expireInSeconds: options.expireIn ?? 300,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    notify: true,
  }
  if (known === undefined) await boss.createQueue(name, wanted)
  else if (
    Object.entries(wanted).some(([key, value]) => known[key as keyof typeof wanted] !== value)
  )
    await boss.updateQueue(name, wanted)
  if (options.on !== undefined) await boss.subscribe(options.on, name)
}

/** Starts to run the jobs of a queue, and returns the ids of its workers in this process. */
async function openWorkers(
  boss: PgBoss,
  { name, handler, options }: Declared,
  onError: (error: unknown, job?: string) => void,
): Promise<string[]> {
  const retryLimit = retriesOf(options)
  const workers: string[] = []
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
    workers.push(worker)
  }
  if (options.schedule !== undefined) await boss.schedule(name, options.schedule)
  return workers
}
