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
import type { DB } from '../../src/db/schema.ts'
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

/** Statements that one call may ask for; more is a loop that made-up rows never end. */
const MOST_STATEMENTS = 40
/** Each call is made with this many sets of arguments, and with more while a template of its module is not reached. */
const ATTEMPTS = { least: 6, most: 400 }

/** A part of Kysely's tree; `selections` are what a built statement gives. */
interface Node {
  kind: string
  sqlFragments?: readonly string[]
  selections?: readonly { selection: Node }[]
  returning?: Node
  node?: Node
  alias?: { name?: string }
}

export interface Exercise {
  /** Answers whatever is asked with rows that are made up from what is said of them. */
  db: Kysely<DB>
  /** Calls what a module gives to others, with made-up arguments. */
  callAll: (module: Module, exported: Readonly<Record<string, unknown>>) => Promise<void>
  /** What is not as it is said to be. */
  differences: Set<string>
  /** Templates that PostgreSQL has read, whole or as a column of a built statement. */
  reached: Set<Template>
  /** Where a call ended early: a hint when a statement behind it is not reached. */
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
  /** What the function says of the statement that it answered, if it is that statement's turn. */
  let answered: { at: string; row: ts.Type } | null = null

  const differ = (at: string, found: string[]): void =>
    found.forEach((one) => differences.add(`${at}: ${one}`))

  /** Whatever is put into a statement is read with it. */
  function reachParts(part: unknown): void {
    if (typeof part !== 'object' || part === null) return
    if ('sqlFragments' in part)
      for (const one of templates.get(textOf(part.sqlFragments as string[])) ?? []) reached.add(one)
    Object.values(part).forEach(reachParts)
  }

  function hear(text: string, columns: Column[]): ts.Type | undefined {
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

  function hearBuilt(query: Node, columns: Column[]): void {
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
    const row = node.kind === 'RawNode' ? hear(textOf(node.sqlFragments ?? []), columns) : null
    if (row === null) hearBuilt(node, columns)
    const one = (): unknown =>
      row ? sample(row, choose) : Object.fromEntries(columns.map((c) => [c.name, valueOf(c)]))
    return Array.from({ length: [1, 1, 2, 0][choose(4)] ?? 0 }, one)
  }

  const db = createListeningDatabase(answer)
  const sample = createSamples(checker, db)

  async function call(callable: Callable, function_: (...args: unknown[]) => unknown) {
    const result = await function_(...callable.takes.map((type) => sample(type, choose)))
    if (isStatement(callable.answers)) {
      const row = resultOf(callable.answers, checker)
      answered = row === undefined ? null : { at: callable.at, row }
      await (result as RawBuilder<unknown>).execute(db)
    }
    // What comes in pieces asks for the next one when it is wanted.
    if (isAsyncIterable(result)) for await (const piece of result) void piece
  }

  const isMissing = (module: Module): boolean =>
    module.templates.some((one) => one.isStatement && !reached.has(one))

  return {
    db,
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
          // Made-up rows and arguments lead into errors; what counts is what was asked for until then.
          await call(callable, value as (...args: unknown[]) => unknown).catch((error: unknown) =>
            failures.set(callable.at, (error as Error).message),
          )
        }
      }
    },
  }
}

/** Answers a statement, or takes a database and answers later: what makes an object of its own may start timers. */
function asks({ takes, answers }: Callable, checker: ts.TypeChecker): boolean {
  if (isStatement(answers)) return true
  const isLater = ['Promise', 'AsyncIterable', 'AsyncGenerator'].includes(
    answers.symbol?.name ?? '',
  )
  return isLater && takes.some((type) => holdsDatabase(type, checker))
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** A database that runs nothing: what is asked of it is heard, and answered by whoever listens. */
export function createListeningDatabase(
  answer: (query: CompiledQuery) => Promise<unknown[]>,
): Kysely<DB> {
  const connection: DatabaseConnection = {
    // The rows are made up from what is said of them.
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
