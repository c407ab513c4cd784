import { isDeepStrictEqual } from 'node:util'
import {
  type CompiledQuery,
  type RawBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
} from 'kysely'
import ts from 'typescript'
import type { Batched } from '../../src/db/batches.ts'
import { askTogether } from '../../src/db/many.ts'
import type { Reads } from '../../src/db/reads.ts'
import type { Send, Writes } from '../../src/db/writes.ts'
import type { DB } from '../../src/db/schema.ts'
import type { Bound } from '../../src/db/statement.ts'
import {
  isStatement,
  resultOf,
  textOf,
  type Callable,
  type Module,
  type Program,
  type Template,
} from './claims.ts'
import type { Column, Describe } from './described.ts'
import { columnDifferences, rowDifferences, valueOf } from './kinds.ts'
import { choicesOf, createSamples, holdsDatabase, type Choice } from './samples.ts'

/** The most statements in one call; more means a loop that made-up rows never end. */
const MOST_STATEMENTS = 60
/** How many sets of arguments each function is called with; more while a template of its module is not reached. */
const ATTEMPTS = { least: 6, most: 400 }

/** A node of Kysely's query tree; `selections` are the result columns of a built statement. */
interface Node {
  kind: string
  sqlFragments?: readonly string[]
  selections?: readonly { selection: Node }[]
  returning?: Node
  node?: Node
  alias?: { name?: string }
}

export interface Exercise {
  /** A database that answers every query with rows made up from their declared types. */
  db: Kysely<DB>
  /** The same for short reads. */
  reads: Reads
  /** The same for frequent writes. */
  writes: Writes
  /** Calls the exported functions of a module with made-up arguments. */
  callAll: (module: Module, exported: Readonly<Record<string, unknown>>) => Promise<void>
  /** Where a result differs from its declared type. */
  differences: Set<string>
  /** Templates that PostgreSQL has parsed, as a statement or as part of one. */
  reached: Set<Template>
  /** Calls that failed: a hint when a statement after that point is not reached. */
  failures: Map<string, string>
}

export function createExercise(describe: Describe, { checker, modules }: Program): Exercise {
  const templates = Map.groupBy(
    modules.flatMap((module) => module.templates),
    ({ text }) => text,
  )
  const differences = new Set<string>()
  const reached = new Set<Template>()
  const failures = new Map<string, string>()
  let choose: Choice = choicesOf(0)
  let left = MOST_STATEMENTS
  /** The declared row type of the statement that a function has returned, while that statement runs. */
  let answered: { at: string; row: ts.Type } | null = null

  const differ = (at: string, found: string[]): void =>
    found.forEach((one) => differences.add(`${at}: ${one}`))

  /** Marks the templates inside a statement as reached, because they are parsed with it. */
  function reachParts(part: unknown): void {
    if (typeof part !== 'object' || part === null) return
    if ('sqlFragments' in part)
      for (const one of templates.get(textOf(part.sqlFragments as string[])) ?? []) reached.add(one)
    Object.values(part).forEach(reachParts)
  }

  function checkRaw(text: string, columns: Column[]): ts.Type | undefined {
    for (const template of templates.get(text) ?? []) {
      reached.add(template)
      const { at, claim, isGeneric } = template
      if (claim !== undefined)
        differ(at, rowDifferences(columns, { row: claim, isPart: isGeneric }, checker))
    }
    if (answered !== null)
      differ(answered.at, rowDifferences(columns, { row: answered.row, isPart: false }, checker))
    return answered?.row ?? templates.get(text)?.[0]?.claim
  }

  function checkBuilt(query: Node, columns: Column[]): void {
    const selections = [...(query.selections ?? []), ...(query.returning?.selections ?? [])]
    for (const { selection } of selections) {
      const column = columns.find(({ name }) => name === selection.alias?.name)
      const text = textOf(selection.node?.sqlFragments ?? [])
      for (const template of (column && templates.get(text)) ?? []) {
        reached.add(template)
        if (column !== undefined && template.claim !== undefined)
          differ(template.at, columnDifferences(column, template.claim, checker))
      }
    }
  }

  async function answer(query: CompiledQuery): Promise<unknown[]> {
    left -= 1
    if (left < 0) throw new Error('asks for too much')
    const columns = await describe(query.sql)
    const node = query.query as unknown as Node
    reachParts(node)
    const row = node.kind === 'RawNode' ? checkRaw(textOf(node.sqlFragments ?? []), columns) : null
    if (row === null) checkBuilt(node, columns)
    const one = (): unknown =>
      row ? sample(row, choose) : Object.fromEntries(columns.map((c) => [c.name, valueOf(c)]))
    return Array.from({ length: [1, 1, 2, 0][choose(4)] ?? 0 }, one)
  }

  const db = createListeningDatabase(answer)
  const rows = async <Row>(bound: Bound<Row>) => (await answer(bound.compile())) as Row[]

  /** PostgreSQL also has to take it together with others, and give the same columns. */
  async function checkTogether(bound: Bound<unknown>): Promise<void> {
    const namesOf = async (text: string) => (await describe(text)).map(({ name }) => name)
    try {
      const together = askTogether([bound])
      if (together === null) return
      const names = await namesOf(together.text)
      if (
        !isDeepStrictEqual(names, [...(await namesOf(bound.text)), 'item']) ||
        new Set(names).size < names.length
      )
        throw new Error(`has the columns ${names.join()}`)
    } catch (error) {
      differences.add(`asked together: ${(error as Error).message} in ${bound.text}`)
    }
  }

  const read = async <Row>(bound: Bound<Row>) => {
    await checkTogether(bound)
    return rows(bound)
  }
  const reads: Reads = {
    rows: read,
    one: async (bound) => {
      const [row] = await read(bound)
      if (row === undefined) throw new Error('no row')
      return row
    },
    close: () => Promise.resolve(),
  }
  const send = (async (...bounds: Bound<unknown>[]) => {
    const found: unknown[][] = []
    for (const bound of bounds) found.push(await rows(bound))
    return found
  }) as Send
  const writes: Writes = {
    rows,
    together: send,
    transaction: (work) => work({ send, last: send }),
  }
  const sample = createSamples(checker, { db, reads, writes })

  async function call(callable: Callable, function_: (...args: unknown[]) => unknown) {
    const result = await function_(...callable.takes.map((type) => sample(type, choose)))
    if (isStatement(callable.answers)) {
      const row = resultOf(callable.answers, checker)
      answered = row === undefined ? null : { at: callable.at, row }
      await answer((result as RawBuilder<unknown>).compile(db))
    }
    if (isBatched(callable.answers)) {
      const [item] = callable.answers.aliasTypeArguments ?? []
      if (item !== undefined) await (result as Batched<unknown, unknown>)(sample(item, choose))
    }
    // An async iterable runs its next statement only when the next item is requested.
    if (isAsyncIterable(result)) for await (const piece of result) void piece
  }

  const isMissing = (module: Module): boolean =>
    module.templates.some((one) => one.isStatement && !reached.has(one))

  return {
    db,
    reads,
    writes,
    differences,
    reached,
    failures,
    callAll: async (module, exported) => {
      for (let attempt = 0; attempt < ATTEMPTS.most; attempt += 1) {
        if (attempt >= ATTEMPTS.least && !isMissing(module)) break
        for (const callable of module.callables.filter((one) => asks(one, checker))) {
          const value = exported[callable.name]
          if (typeof value !== 'function') continue
          choose = choicesOf(attempt)
          left = MOST_STATEMENTS
          answered = null
          // Made-up rows and arguments can cause errors; the statements before them still count.
          await call(callable, value as (...args: unknown[]) => unknown).catch((error: unknown) =>
            failures.set(callable.at, (error as Error).message),
          )
        }
      }
    },
  }
}

const isBatched = (type: ts.Type): boolean => type.aliasSymbol?.name === 'Batched'

/** Whether to call a function: it returns a statement, or takes a database and is async. Others may start timers. */
function asks({ takes, answers }: Callable, checker: ts.TypeChecker): boolean {
  if (isStatement(answers)) return true
  const isLater =
    isBatched(answers) ||
    ['Promise', 'AsyncIterable', 'AsyncGenerator'].includes(answers.symbol?.name ?? '')
  return isLater && takes.some((type) => holdsDatabase(type, checker))
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** A database that runs nothing and passes every query to `answer`. */
function createListeningDatabase(answer: (query: CompiledQuery) => Promise<unknown[]>): Kysely<DB> {
  const connection: DatabaseConnection = {
    // The rows match their declared type.
    executeQuery: async <Row>(query: CompiledQuery) => {
      const rows = (await answer(query)) as Row[]
      return { rows, numAffectedRows: BigInt(rows.length) }
    },
    streamQuery: () => {
      throw new Error('nothing is streamed')
    },
  }
  const nothing = (): Promise<void> => Promise.resolve()
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        destroy: nothing,
        acquireConnection: () => Promise.resolve(connection),
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
      }),
    },
  })
}
