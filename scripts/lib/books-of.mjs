// For the walkthrough: prints the books of a project as JSON. node scripts/lib/books-of.mjs <id>
import { withDatabase } from './database.mjs'

const [projectId] = process.argv.slice(2)

await withDatabase(async ({ url }) => {
  const { sql } = await import('kysely')
  const { createDatabase, createPool } = await import('../../server/src/db/pool.ts')
  const db = createDatabase(createPool({ url, size: 1, namedStatements: false }))
  try {
    const { rows } = await sql`
      select t.kind, t.id as movement, e.account, e.amount_cents::int as cents
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.project_id = ${projectId}::uuid order by t.created_at, t.id, e.position`.execute(db)
    console.log(JSON.stringify(rows))
  } finally {
    await db.destroy()
  }
})
