import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { createJobs, type Jobs } from './queue.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let errors: unknown[]
let jobs: Jobs
/** Writes to the tables of jobs as another process does. */
let other: PgBoss
beforeEach(async () => {
  database = await cloneDatabase()
  errors = []
  jobs = createJobs({
    url: database.url,
    run: true,
    onError: (error) => void errors.push(error),
  })
  other = new PgBoss({ connectionString: database.url, supervise: false, schedule: false })
  await other.start()
})
afterEach(async () => {
  await other.stop({ graceful: false })
  await jobs.stop()
  await database.drop()
})

it('a scheduled job gets empty data', async () => {
  const worked: object[] = []
  // As those that the clock starts are written.
  jobs.work<{ all?: boolean }>('by.clock', async ({ all = false }) => void worked.push({ all }), {
    schedule: '11 * * * *',
  })
  await jobs.start()
  await other.send('by.clock')
  await expect.poll(() => worked, { timeout: 10_000 }).toEqual([{ all: false }])
  expect(errors).toEqual([])
})

it('a job whose process died runs again soon', async () => {
  await other.createQueue('abandoned', { heartbeatSeconds: 15, retryLimit: 2 })
  await other.send('abandoned', { of: 'the dead' })
  const [begun] = await other.fetch('abandoned')
  expect(begun?.data).toEqual({ of: 'the dead' })
  const worked: object[] = []
  jobs.work('abandoned', async (data, { attempt }) => void worked.push({ ...data, attempt }))
  await jobs.start()
  await other
    .getDb()
    .executeSql("update pgboss.job set heartbeat_on = now() - interval '16 seconds'", [])
  // Ten seconds until somebody looks, one or two until the next attempt is due, and five until that is seen.
  await expect
    .poll(() => worked, { timeout: 50_000, interval: 200 })
    .toEqual([{ of: 'the dead', attempt: 2 }])
  expect(errors).toEqual([])
}, 60_000)

it('a job of which nobody was told runs soon', async () => {
  const worked: object[] = []
  jobs.work('quiet', async (data) => void worked.push(data))
  await jobs.start()
  await other.updateQueue('quiet', { notify: false })
  // Whoever sends it must not know that others are told.
  const silent = new PgBoss({ connectionString: database.url, supervise: false, schedule: false })
  await silent.start()
  await silent.send('quiet', { at: 'night' })
  await silent.stop({ graceful: false })
  await expect.poll(() => worked, { timeout: 10_000, interval: 200 }).toEqual([{ at: 'night' }])
}, 20_000)

it('a queue that an older version has made is as this version wants it', async () => {
  await other.createQueue('older', { heartbeatSeconds: 30, retryLimit: 9 })
  jobs.work('older', () => Promise.resolve(), { retries: 1, expireIn: 60 })
  await jobs.start()
  expect(await other.getQueues(['older'])).toMatchObject([
    { heartbeatSeconds: 15, retryLimit: 1, expireInSeconds: 60, retryBackoff: true, notify: true },
  ])
})
