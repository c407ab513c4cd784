import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { createDatabase, createPool } from '../db/pool.ts'
import { createJobs } from './queue.ts'

it('goes on with what waits and what is scheduled when the clock was a day ahead', async () => {
  const database = await cloneDatabase()
  const db = createDatabase(createPool({ url: database.url, size: 2, namedStatements: false }))
  const worked: string[] = []
  const start = async (run: boolean) => {
    const jobs = createJobs({ url: database.url, run, onError: () => undefined })
    jobs.work<{ name?: string }>('by.hand', async ({ name = '' }) => void worked.push(name))
    await jobs.start()
    return jobs
  }
  const before = await start(false)
  await before.send(db, 'by.hand', { name: 'sent before' })
  await before.stop()
  // Everything that was written until now was written while the clock was a day ahead.
  await sql`update pgboss.version set cron_on = now() + interval '1 day'`.execute(db)
  await sql`update pgboss.queue set maintain_on = now() + interval '1 day',
    monitor_claim_on = now() + interval '1 day'`.execute(db)
  await sql`update pgboss.job set start_after = start_after + interval '1 day'`.execute(db)

  const jobs = await start(true)
  onTestFinished(async () => {
    await jobs.stop()
    await db.destroy()
    await database.drop()
  })
  await expect.poll(() => worked).toContain('sent before')
  const { rows } = await sql<{ late: number }>`
    select count(*)::int as late from pgboss.queue, pgboss.version
    where greatest(maintain_on, monitor_claim_on, monitor_on, cron_on)
      > now() + interval '1 minute'`.execute(db)
  expect(rows).toEqual([{ late: 0 }])
})
