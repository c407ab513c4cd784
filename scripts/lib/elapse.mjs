// For the journeys: makes the current status of a project this many days old. node scripts/lib/elapse.mjs <id> <days>
import { withDatabase } from './database.mjs'

const [projectId, days] = process.argv.slice(2)

await withDatabase(async ({ url }) => {
  const { sql } = await import('kysely')
  const { createDatabase, createPool } = await import('../../server/src/db/pool.ts')
  const { createJobs } = await import('../../server/src/jobs/queue.ts')
  const db = createDatabase(createPool({ url, size: 2, namedStatements: false }))
  const onError = (error) => console.error(error.message)
  const jobs = createJobs({ url, run: false, onError })
  try {
    await sql`update projects set due_at = due_at - make_interval(days => ${Number(days)}::int),
      deliver_by = deliver_by - ${Number(days)}::int where id = ${projectId}::uuid`.execute(db)
    await jobs.start()
    await jobs.send(db, 'projects.limits', {})
  } finally {
    await jobs.stop()
    await db.destroy()
  }
})
