import pg from 'pg'
import ts from 'typescript'
// The pool sets parsers, which decide the JavaScript type of a column.
import '../../src/db/pool.ts'
import type { Column } from './described.ts'

const { builtins } = pg.types

/** A sample value, as PostgreSQL writes it, for each type in our results. */
const WRITTEN = new Map<number, string>([
  [builtins.BOOL, 't'],
  [builtins.BYTEA, String.raw`\x00`],
  [builtins.INT8, '1'],
  [builtins.INT2, '1'],
  [builtins.INT4, '1'],
  [builtins.OID, '1'],
  [builtins.FLOAT4, '1.5'],
  [builtins.FLOAT8, '1.5'],
  [builtins.NUMERIC, '1.5'],
  [builtins.TEXT, 'a'],
  [builtins.VARCHAR, 'a'],
  [19, 'a'], // name
  [builtins.UUID, '01900000-0000-7000-8000-000000000000'],
  [builtins.DATE, '2026-01-01'],
  [builtins.TIMESTAMP, '2026-01-01 00:00:00'],
  [builtins.TIMESTAMPTZ, '2026-01-01 00:00:00+00'],
  [builtins.JSON, '{}'],
  [builtins.JSONB, '{}'],
  [builtins.TSVECTOR, "'a'"],
  [builtins.BIT, '1'],
  [builtins.VARBIT, '1'],
  [2278, ''], // void
  [1005, '{1}'], // int2[]
  [1007, '{1}'], // int4[]
  [1016, '{1}'], // int8[]
  [1021, '{0.5}'], // float4[]
  [1009, '{a}'], // text[]
  [1003, '{a}'], // name[]
  [2951, '{01900000-0000-7000-8000-000000000000}'], // uuid[]
])

/** A value as the pool returns it for a column of this type. */
export function valueOf({ name, type }: Column): unknown {
  // The type ids of enums differ between databases.
  const written = WRITTEN.get(type) ?? (type >= 16_384 ? 'a' : undefined)
  if (written === undefined) throw new Error(`${name}: no sample for PostgreSQL's type ${type}`)
  const parse: (text: string) => unknown = pg.types.getTypeParser(type)
  return parse(written)
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`
  if (value instanceof Date) return 'Date'
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value
}

const JSON_TYPES = new Set<number>([builtins.JSON, builtins.JSONB])
const isJson = ({ type }: Column): boolean => JSON_TYPES.has(type)

/** Types that parsed JSON never has. */
const NEVER_IN_JSON = new Set(['Date', 'Buffer', 'bigint', 'any'])

/** The type that is selected from a column of `schema.ts`, which may accept others on insert. */
function readAs(type: ts.Type, checker: ts.TypeChecker): ts.Type {
  const read = type.getProperty('__select__')
  return read === undefined ? type : checker.getTypeOfSymbol(read)
}

/** How deep to look into a type: no column is an array of arrays, and JSON types are recursive. */
const DEEPEST = 2

/** The kinds of values of a type: `string`, `number[]`, `Date`. Empty for null and unknown. */
function kindsOf(declared: ts.Type, checker: ts.TypeChecker, deep = 0): string[] {
  const type = readAs(declared, checker)
  const is = (flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0
  if (type.isUnion()) return type.types.flatMap((one) => kindsOf(one, checker, deep))
  if (is(ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Unknown)) return []
  if (is(ts.TypeFlags.Any)) return ['any']
  if (is(ts.TypeFlags.StringLike)) return ['string']
  if (is(ts.TypeFlags.NumberLike)) return ['number']
  if (is(ts.TypeFlags.BigIntLike)) return ['bigint']
  if (is(ts.TypeFlags.BooleanLike)) return ['boolean']
  if (checker.isArrayType(type)) {
    const parts = checker.getTypeArguments(type as ts.TypeReference)
    if (deep === DEEPEST) return []
    return parts.flatMap((part) => kindsOf(part, checker, deep + 1)).map((kind) => `${kind}[]`)
  }
  const name = type.symbol?.name
  if (name === 'Date') return ['Date']
  return name === 'Buffer' || name === 'Uint8Array' ? ['Buffer'] : ['object']
}

function takesNull(declared: ts.Type, checker: ts.TypeChecker): boolean {
  const type = readAs(declared, checker)
  return type.isUnion()
    ? type.types.some((one) => takesNull(one, checker))
    : (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Unknown)) !== 0
}

/** How a column differs from its declared type. */
export function columnDifferences(
  column: Column,
  type: ts.Type,
  checker: ts.TypeChecker,
): string[] {
  const declared = checker.typeToString(type)
  const kinds = kindsOf(type, checker)
  const kind = kindOf(valueOf(column))
  const isWrong = isJson(column)
    ? kinds.some((one) => NEVER_IN_JSON.has(one))
    : kinds.some((one) => one !== kind)
  return [
    ...(isWrong ? [`${column.name} is ${isJson(column) ? 'JSON' : kind}, not ${declared}`] : []),
    ...(column.isNullable && !takesNull(type, checker) ? [`${column.name} can be null`] : []),
  ]
}

/** How the columns of a statement differ from its declared row type, in names, kinds of values and null. */
export function rowDifferences(
  columns: Column[],
  { row, isPart }: { row: ts.Type; isPart: boolean },
  checker: ts.TypeChecker,
): string[] {
  const declared = new Map(
    checker.getPropertiesOfType(row).map((property) => [property.name, property]),
  )
  const given = new Set(columns.map(({ name }) => name))
  return [
    ...columns.flatMap((column) => {
      const property = declared.get(column.name)
      if (property === undefined) return isPart ? [] : [`${column.name} is not in the type`]
      return columnDifferences(column, checker.getTypeOfSymbol(property), checker)
    }),
    ...[...declared.values()]
      .filter(({ name, flags }) => !given.has(name) && (flags & ts.SymbolFlags.Optional) === 0)
      .map(({ name }) => `${name} is not in the answer`),
  ]
}
