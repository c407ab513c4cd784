import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss, fromKysely, type JobWithMetadata } from 'pg-boss'
import type { Database } from '../db/pool.ts'

interface WorkOptions {
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
  /** How many jobs there are, by queue and state. */
  depths: () => Promise<readonly Depth[]>
  /** Takes no more jobs; those at work go on, and new ones can be sent. */
  rest: () => Promise<void>
  /** Lets running jobs finish for some seconds, hands back those that have not, and stops. */
  stop: () => Promise<void>
}

interface Depth {
  queue: string
  /** `created`: not begun; `retry`: to be tried again; `active`: at work; `failed`: given up. */
  state: string
  count: number
  /** How long the first of them has been due, where that says anything. */
  oldestSeconds: number
}

interface Declared {
  name: string
  handler: (data: never, meta: { attempt: number; isLastAttempt: boolean }) => Promise<void>
  options: WorkOptions
}

/** What is not done by then begins anew in another process. */
const STOP_TIMEOUT_MS = 4_000

/** Jobs come by notice; this is for what nobody tells of: a second try that has become due, a lost notice. */
const POLL_SECONDS = 2

/** Of those that wait to be tried again, and of those at work, the age of the first says nothing. */
const DEPTHS = `select name as queue, state::text, count(*)::int,
    coalesce(max(extract(epoch from now() - start_after))
      filter (where state = 'created' and start_after < now()), 0)::float8 as "oldestSeconds"
  from pgboss.job where state in ('created', 'retry', 'active', 'failed')
  group by name, state order by name, state`

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
    depths: async () => {
      const { rows } = await boss.getDb().executeSql(DEPTHS, [])
      return rows as Depth[]
    },
    rest: async () => {
      await Promise.all(declared.map(({ name }) => boss.offWork(name, { wait: false })))
    },
    stop: async () => {
      const done = Promise.all(declared.map(({ name }) => boss.offWork(name)))
      // Asked by ourselves, as pg-boss would look only every half second whether they are done.
      await Promise.race([done, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
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
  for (let one = 0; one < (options.concurrency ?? 1); one += 1) {
    const worker: string = await boss.work(
      name,
      {
        batchSize: 1,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        includeMetadata: true,
      },
      async ([job]: JobWithMetadata[]) => {
        if (job === undefined) return
        const attempt = job.retryCount + 1
        try {
          // Started by the clock it has none.
          await handler((job.data ?? {}) as never, { attempt, isLastAttempt: attempt > retryLimit })
        } catch (error) {
          onError(error, name)
          throw error
        } finally {
          // A notice wakes for one job: whoever has done one looks at once for what queued up behind it.
          boss.notifyWorker(worker)
        }
      },
    )
  }
  if (options.schedule !== undefined) await boss.schedule(name, options.schedule)
}
