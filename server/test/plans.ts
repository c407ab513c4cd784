import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { askTogether } from '../src/db/many.ts'
import type { Database } from '../src/db/pool.ts'
import type { Bound } from '../src/db/statement.ts'
import type { Deps } from '../src/deps.ts'

/**
 * Writes a lot of rows in one transaction, then updates the planner's statistics. No trigger runs, so `write` must also
 * write the rows that they would have written. Nor can it use an index, except unique ones: the others are built once
 * the rows are there, because row by row they take several times as long. `refresh` computes what jobs compute from the
 * rows, with all indexes.
 */
export async function writeInBulk(
  { db, env }: Deps,
  write: (trx: Database) => Promise<unknown>,
  refresh: (db: Deps['db']) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '5min'`.execute(trx)
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`set local synchronous_commit = on`.execute(trx)
    // Dropping an index locks its table. Jobs that run meanwhile would lock some of them in another order.
    const restore = await dropIndexes(trx, { onlyInverted: env.runJobs })
    await write(trx)
    await restore()
  })
  await refresh(db)
  await vacuum(env.databaseUrl)
}

/** On a connection without limits: no transaction may be open, and on a busy machine it takes more than eleven seconds. */
export async function vacuum(databaseUrl: string, ...tables: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    // While commits are not in the log, also its own, vacuum cannot mark pages as visible to all, and plans avoid indexes.
    await client.query('set synchronous_commit = on')
    await client.query(`vacuum analyze ${tables.join(', ')}`)
  } finally {
    await client.end()
  }
}

/** Returns what builds them again. */
async function dropIndexes(
  trx: Database,
  { onlyInverted }: { onlyInverted: boolean },
): Promise<() => Promise<void>> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name,
      replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index join pg_class c on c.oid = indexrelid join pg_am a on a.oid = c.relam
    where relnamespace = 'public'::regnamespace and not indisunique and not relispartition
      and (amname = 'gin' or not ${onlyInverted}::boolean)
    order by indexrelid`.execute(trx)
  await sql`drop index ${sql.raw(indexes.map(({ name }) => name).join(', '))}`.execute(trx)
  return async () => {
    await sql`set local maintenance_work_mem = '256MB'`.execute(trx)
    for (const { definition } of indexes) await sql.raw(definition).execute(trx)
  }
}

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  /** Pages of tables and indexes, also those of the steps below. */
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/** A statement, however it is built. */
export interface Compilable {
  compile: (db: Database) => { sql: string; parameters: readonly unknown[] }
}

/** The generic plan of a statement, which PostgreSQL uses for named statements after a few runs. */
export async function planOf({ db }: Deps, statement: Compilable): Promise<PlanNode[]> {
  const { sql: text, parameters } = statement.compile(db)
  const literals = parameters.map((value) => {
    if (value === null) return 'null'
    if (value instanceof Date) return `'${value.toISOString()}'`
    if (Array.isArray(value)) return `'{${value.map((one) => JSON.stringify(one)).join(',')}}'`
    return Buffer.isBuffer(value)
      ? `'\\x${value.toString('hex')}'`
      : `'${value as string | number}'`
  })
  const [plan] = await db.connection().execute(async (connection) => {
    await sql`set plan_cache_mode = force_generic_plan`.execute(connection)
    await sql`prepare plan_test as ${sql.raw(text)}`.execute(connection)
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
      explain (analyze, buffers, format json) execute plan_test (${sql.raw(literals.join(', '))})`.execute(
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

/** The kind and the table of a step: `Index Only Scan posts`. A partition counts as its table, unless it is empty. */
export function stepOf(node: PlanNode): string {
  const name = node['Relation Name'] ?? ''
  const isEmptyPart = PARTITION.test(name) && rowsRead(node) === 0
  // Reading it as a whole costs nothing.
  return `${node['Node Type']} ${isEmptyPart ? 'of nothing' : name.replace(PARTITION, '')}`
}

const PARTITION = /_(?:past|default|\d{4}_\d{2})$/
const rowsRead = (node: PlanNode): number =>
  node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)

interface Bounds {
  never: RegExp
  most: number
}

/** Expects that no step of the plan matches `never` and none returns more than `most` rows. */
export const expectBounded = (deps: Deps, statement: Compilable, bounds: Bounds): Promise<void> =>
  expectSteps(deps, statement, bounds, (node) => node['Actual Rows'])

/** Like `expectBounded`, but also counts the rows that a step reads and filters out. */
export const expectRead = (deps: Deps, statement: Compilable, bounds: Bounds): Promise<void> =>
  expectSteps(deps, statement, bounds, rowsRead)

async function expectSteps(
  deps: Deps,
  statement: Compilable | Bound<unknown>,
  { never, most }: Bounds,
  rowsOf: (node: PlanNode) => number,
): Promise<void> {
  const nodes = await planOf(deps, statement)
  expect(nodes.length).toBeGreaterThan(1)
  const together = 'values' in statement ? askTogether([statement]) : null
  // A statement that is asked together with others has another plan.
  if (together !== null)
    nodes.push(
      ...(await planOf(deps, {
        compile: () => ({ sql: together.text, parameters: together.values }),
      })),
    )
  for (const node of nodes) {
    expect(stepOf(node)).not.toMatch(never)
    expect(rowsOf(node), stepOf(node)).toBeLessThanOrEqual(most)
  }
}
