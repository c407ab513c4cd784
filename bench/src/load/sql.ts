import { createHash } from 'node:crypto'
import pg from 'pg'
import { figuresOf, type Figures } from '../figures.ts'
import { CONNECTIONS } from './http.ts'
import { readFile } from 'node:fs/promises'

/** One of the server's SQL statements, with parameters to run it. */
export interface Statement {
  sql: string
  params: unknown[]
  /** Index of the session's token hash among the parameters (null there: a visitor), or -1 if the statement names the person. */
  tokenAt: number
}

/** What server/seeds/dump-sql.ts writes. */
interface SqlFile {
  analytics: AnalyticsSql
  parts: SearchSql
}

export interface SearchSql {
  people: number
  /** The name of a scenario, and its statements with the query of their calls. */
  reads: {
    name: string
    queries: { query: object; statement: Statement & { termsAt: number[] } }[]
  }[]
}

interface AnalyticsSql {
  /** The creator that the bench inserts. */
  creatorId: string
  reads: (Statement & { period: number; tz: string })[]
}

export const readSqlFile = async (file: string): Promise<SqlFile> =>
  JSON.parse(await readFile(file, 'utf8')) as SqlFile

/** The same statement for a signed-in person. */
export const signedIn = <S extends Statement>(statement: S, tokenHash: Buffer | null): S =>
  tokenHash === null || statement.tokenAt < 0
    ? statement
    : { ...statement, params: statement.params.with(statement.tokenAt, tokenHash) }

/** The same statement for another search term, which may be among its parameters several times. */
export const withTerms = (
  statement: Statement & { termsAt: number[] },
  term: string,
): Statement => ({
  ...statement,
  params: statement.params.map((value, at) => (statement.termsAt.includes(at) ? term : value)),
})

/** The server's own pool size. */
const POOL_SIZE = 10

const nameOf = (sql: string) => createHash('sha256').update(sql).digest('base64url').slice(0, 32)

/** Runs the prepared statements in turn without a server, 32 at the same time. */
export async function loadSql(
  databaseUrl: string,
  statements: readonly Statement[],
  seconds: number,
): Promise<Figures> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE })
  const times: number[] = []
  let turn = 0
  const begin = performance.now()
  const end = begin + seconds * 1_000
  const worker = async () => {
    while (performance.now() < end) {
      const statement = statements[turn % statements.length]
      turn += 1
      if (statement === undefined) return
      const start = performance.now()
      await pool.query({
        name: nameOf(statement.sql),
        text: statement.sql,
        values: statement.params,
      })
      times.push(performance.now() - start)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, worker))
    return figuresOf(times, (performance.now() - begin) / 1_000)
  } finally {
    await pool.end()
  }
}

/** Returns `explain (analyze, buffers)` of a statement, after running it once to warm the cache. */
export async function explain(databaseUrl: string, { sql, params }: Statement): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sql, params)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers) ${sql}`,
      params,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.end()
  }
}
