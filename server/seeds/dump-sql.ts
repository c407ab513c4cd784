// Prints, as JSON, the statements behind the hot reads and examples of what fills them, for bench/.
import { Kysely, PostgresDialect, type RawBuilder } from 'kysely'
import { createPool } from '../src/db/pool.ts'
import type { DB } from '../src/db/schema.ts'
import { encodePosition } from '../src/features/portfolios/portfolio-cursor.ts'
import { viewStatement } from '../src/features/portfolios/portfolio-item-queries.ts'
import { worksStatement } from '../src/features/portfolios/portfolio-list-queries.ts'
import { sampleWorks } from './sample-queries.ts'
import { databaseUrlFromEnv } from './seed-env.ts'

/** Stand-ins that show where a value belongs. */
const TOKEN = Buffer.from('token')
const TERM = 'a term'
const EXAMPLES = 64

const pool = createPool({ url: databaseUrlFromEnv(), size: 1, namedStatements: false })
const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
const who = { tokenHash: TOKEN }
const page = { limit: 20, after: null }

function statement(builder: RawBuilder<unknown>) {
  const { sql, parameters } = builder.compile(db)
  return {
    sql,
    params: parameters.map((value) => (value === TOKEN ? null : value)),
    tokenAt: parameters.indexOf(TOKEN),
  }
}

const samples = await sampleWorks(db, EXAMPLES)
const search = statement(worksStatement(who, { ...page, order: 'relevant', search: TERM }))
const dump = {
  list: statement(worksStatement(who, { ...page, order: 'newest' })),
  listDeep: samples.map((sample) => {
    const after = { order: 'newest' as const, ...sample }
    return {
      ...statement(worksStatement(who, { order: 'newest', limit: 20, after })),
      cursor: encodePosition(after),
    }
  }),
  search: { ...search, termAt: search.params.indexOf(TERM) },
  item: samples.map(({ id }) => ({ ...statement(viewStatement(who, id)), id })),
}
process.stdout.write(`${JSON.stringify(dump)}\n`)
await db.destroy()
