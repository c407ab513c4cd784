import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type RawBuilder,
} from 'kysely'
import type { DB } from './schema.ts'

/** A statement with its values, as pg takes it. PostgreSQL parses and plans each name once for a connection. */
export interface Bound<Row> {
  name: string
  text: string
  values: unknown[]
  /** It reads what visitors may see, so it may be some seconds old. */
  isOfVisitors?: boolean
  /** Values among `values` that many have in common. Those with the same object are asked together. */
  shared?: object
  /** As a builder’s `compile()`, for plans and tests. */
  compile: () => CompiledQuery
  /** Only for the type of the rows. */
  readonly row?: Row
}

/** Where the values go, as SQL, so that nothing can be computed with them while the statement is built. */
export type Slots<Values> = { readonly [Key in keyof Values]-?: RawBuilder<Values[Key]> }

/** Stands for a value among the parameters of a compiled statement. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Compiles only; it is connected to nothing. */
const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * A statement that is built once for each shape, because building one costs as much as running it. The shape is what
 * changes the text (flags, orders); the values only fill its slots.
 */
export function statement<Shape, Values extends object, Row>(
  build: (shape: Shape, slots: Slots<Values>) => RawBuilder<Row>,
): (shape: Shape, values: Values) => Bound<Row> {
  const built = new Map<string, Template>()
  return (shape, values) => {
    const key = JSON.stringify(shape)
    let template = built.get(key)
    if (template === undefined) {
      template = templateOf(build(shape, slotsOf<Values>()))
      built.set(key, template)
    }
    const { name, text, parameters, compiled } = template
    const filled = parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    )
    const compile = () => ({ ...compiled, sql: text, parameters: filled })
    return { name, text, values: filled, compile }
  }
}

const slotsOf = <Values extends object>(): Slots<Values> =>
  new Proxy({} as Slots<Values>, {
    get: (_, name) => sql`${new Slot(String(name))}`,
    ownKeys: () => {
      throw new Error('Slots are made when they are named, so they cannot be copied.')
    },
  })

interface Template {
  name: string
  text: string
  parameters: unknown[]
  compiled: CompiledQuery
}

/** The text with each slot as one parameter, however often it is used. */
function templateOf(builder: RawBuilder<unknown>): Template {
  const compiled = builder.compile(compiler)
  const parameters: unknown[] = []
  const places = new Map<string, number>()
  const text = compiled.sql.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const parameter = compiled.parameters[Number(place) - 1]
    if (!(parameter instanceof Slot)) return `$${parameters.push(parameter)}`
    const known = places.get(parameter.name) ?? parameters.push(parameter)
    places.set(parameter.name, known)
    return `$${known}`
  })
  return { name: nameOf(text), text, parameters, compiled }
}

/** The name by which PostgreSQL keeps a prepared statement. */
export const nameOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 32)
