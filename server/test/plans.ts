import { sql, type RawBuilder } from 'kysely'
import type { Deps } from '../src/deps.ts'

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  Plans?: PlanNode[]
}

/** The plan of the very text the server sends, as a named statement gets it once PostgreSQL stops looking at values. */
export async function planOf({ db }: Deps, statement: RawBuilder<unknown>): Promise<PlanNode[]> {
  const { sql: text, parameters } = statement.compile(db)
  const literals = parameters.map((value) => {
    if (value === null) return 'null'
    if (Array.isArray(value)) return `'{${value.map((one) => JSON.stringify(one)).join(',')}}'`
    return Buffer.isBuffer(value)
      ? `'\\x${value.toString('hex')}'`
      : `'${value as string | number}'`
  })
  const [plan] = await db.connection().execute(async (connection) => {
    await sql`set plan_cache_mode = force_generic_plan`.execute(connection)
    await sql`prepare plan_test as ${sql.raw(text)}`.execute(connection)
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
      explain (analyze, format json) execute plan_test (${sql.raw(literals.join(', '))})`.execute(
      connection,
    )
    await sql`deallocate plan_test`.execute(connection)
    await sql`reset plan_cache_mode`.execute(connection)
    return rows[0]?.['QUERY PLAN'] ?? []
  })
  return flatten(plan === undefined ? [] : [plan.Plan])
}

const flatten = (nodes: PlanNode[]): PlanNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.Plans ?? [])])
