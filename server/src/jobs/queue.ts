import { PgBoss, fromKysely, type JobWithMetadata } from 'pg-boss'
import type { Database } from '../db/pool.ts'

export interface WorkOptions {
  /** Jobs at work at the same time in this process. */
  concurrency?: number
  /** Tries after the first. */
  retries?: number
  /** Seconds after which a job counts as failed. */
  expireIn?: number
  /** Cron line: the job is also started by the clock. */
  schedule?: string
  /** The job is also started by each `publish` of this event. */
  on?: string
}

export interface Jobs {
  /** Declares a queue and, where this process runs jobs, works it. Call before `start`. */
  work: <T extends object>(
    name: string,
    handler: (data: T, meta: { attempt: number; isLastAttempt: boolean }) => Promise<void>,
    options?: WorkOptions,
  ) => void
  /** Enqueues. Inside a transaction the job exists only if that commits. */
  send: (db: Database, name: string, data: object) => Promise<void>
  /** Enqueues one job on every queue that works `on` this event. Inside a transaction as `send`. */
  publish: (db: Database, event: string, data: object) => Promise<void>
  start: () => Promise<void>
  /** Lets running jobs finish for some seconds, then stops. */
  stop: () => Promise<void>
}

interface Declared {
  name: string
  handler: (data: never, meta: { attempt: number; isLastAttempt: boolean }) => Promise<void>
  options: WorkOptions
}

const STOP_TIMEOUT_MS = 8_000

export function createJobs(options: {
  /** A direct connection: jobs keep sessions that a pooler would mix up. */
  url: string
  run: boolean
  onError: (error: unknown, job?: string) => void
}): Jobs {
  const boss = new PgBoss({
    connectionString: options.url,
    max: 3,
    application_name: 'plinth-jobs',
    useListenNotify: options.run,
    supervise: options.run,
    schedule: options.run,
  })
  boss.on('error', (error) => options.onError(error))
  const declared: Declared[] = []

  return {
    work: (name, handler, workOptions = {}) => {
      declared.push({ name, handler, options: workOptions })
    },
    send: async (db, name, data) => {
      await boss.send(name, data, { db: fromKysely(db) })
    },
    publish: async (db, event, data) => {
      await boss.publish(event, data, { db: fromKysely(db) })
    },
    start: async () => {
      await boss.start()
      for (const job of declared) await open(boss, job, options)
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  }
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
    // What a process that was killed had at work is taken up again after this, and not at its expiry.
    heartbeatSeconds: 30,
    notify: true,
  })
  if (options.on !== undefined) await boss.subscribe(options.on, name)
  if (!run) return
  await boss.work(
    name,
    {
      batchSize: 1,
      pollingIntervalSeconds: 0.5,
      // A notice wakes a worker for one job; those that queued up behind it would wait half a minute.
      notifyPollingIntervalSeconds: 0.5,
      localConcurrency: options.concurrency ?? 1,
      includeMetadata: true,
    },
    async ([job]: JobWithMetadata[]) => {
      if (job === undefined) return
      const attempt = job.retryCount + 1
      try {
        await handler(job.data as never, { attempt, isLastAttempt: attempt > retryLimit })
      } catch (error) {
        onError(error, name)
        throw error
      }
    },
  )
  if (options.schedule !== undefined) await boss.schedule(name, options.schedule)
}
