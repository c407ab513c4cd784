import { createHash } from 'node:crypto'
import pg from 'pg'
import { figuresOf, type Figures } from '../figures.ts'
import { CONNECTIONS } from './http.ts'
import type { Statement } from '../sql-file.ts'

/** As many as the server keeps. */
const POOL_SIZE = 10

const nameOf = (sql: string) => createHash('sha256').update(sql).digest('base64url').slice(0, 32)

/** Runs the statements in turn without a server: prepared, 32 wanted at the same time. */
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

/** `explain (analyze, buffers)` of a statement that has run once before. */
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
