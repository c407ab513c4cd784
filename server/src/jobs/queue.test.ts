import { PgBoss } from 'pg-boss'
import { expect, it } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { createJobs } from './queue.ts'

it('a scheduled job gets empty data', async () => {
  const database = await cloneDatabase()
  const worked: object[] = []
  const errors: unknown[] = []
  const jobs = createJobs({
    url: database.url,
    run: true,
    onError: (error) => void errors.push(error),
  })
  // As those that the clock starts are written.
  jobs.work<{ all?: boolean }>('by.clock', async ({ all = false }) => void worked.push({ all }), {
    schedule: '11 * * * *',
  })
  await jobs.start()
  const clock = new PgBoss({ connectionString: database.url, supervise: false, schedule: false })
  await clock.start()
  await clock.send('by.clock')
  await expect.poll(() => worked, { timeout: 10_000 }).toEqual([{ all: false }])
  expect(errors).toEqual([])
  await clock.stop({ graceful: false })
  await jobs.stop()
  await database.drop()
})
