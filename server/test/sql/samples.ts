import { sql, type Kysely } from 'kysely'
import ts from 'typescript'
import type { Reads } from '../../src/db/reads.ts'
import type { Writes } from '../../src/db/writes.ts'
import type { DB } from '../../src/db/schema.ts'

/** Values never reach PostgreSQL, but names do. This one is valid as a table and as a column (the whole row). */
const TEXT = 'users'
/** A limit for recursive types. */
const DEEPEST = 8

/** Chooses one of several possible values, a different one in each attempt. */
export type Choice = (count: number) => number

/** Makes the same choices for the same attempt, so that every run is alike. */
export function choicesOf(attempt: number): Choice {
  // The first two attempts take the first and the last of everything, the others mix.
  if (attempt === 0) return () => 0
  if (attempt === 1) return (count) => count - 1
  let state = attempt * 2_654_435_761
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}

/** Makes sample values for TypeScript types, and passes the database wherever one is expected. */
export function createSamples(
  checker: ts.TypeChecker,
  { db, reads, writes }: { db: Kysely<DB>; reads: Reads; writes: Writes },
) {
  return (type: ts.Type, choose: Choice): unknown => sampleOf(type, choose, 0)

  function sampleOf(type: ts.Type, choose: Choice, depth: number): unknown {
    const again = (one: ts.Type): unknown => sampleOf(one, choose, depth + 1)
    const has = (flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0
    if (isCalled(type, 'Reads')) return reads
    if (isCalled(type, 'Writes')) return writes
    // Statements of a transaction.
    if (type.aliasSymbol?.name === 'Send') return writes.together
    if (isDatabase(type)) return db
    if (has(ts.TypeFlags.Boolean)) return choose(2) === 0
    if (type.isUnion()) return again(type.types[choose(type.types.length)] ?? type)
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
    if (has(ts.TypeFlags.BooleanLiteral)) return checker.typeToString(type) === 'true'
    if (has(ts.TypeFlags.StringLike)) return TEXT
    if (has(ts.TypeFlags.NumberLike)) return 1 - choose(2)
    if (has(ts.TypeFlags.BigIntLike)) return 1n
    if (has(ts.TypeFlags.Null)) return null
    if (has(ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return undefined
    if (has(ts.TypeFlags.TypeParameter))
      return again(checker.getBaseConstraintOfType(type) ?? checker.getUnknownType())
    // A branded type: use the part that is not an object.
    if (type.isIntersection()) {
      const plain = type.types.find((one) => (one.flags & ts.TypeFlags.Object) === 0)
      if (plain !== undefined) return again(plain)
    }
    if (!has(ts.TypeFlags.Object | ts.TypeFlags.Intersection) || depth > DEEPEST) return TEXT
    return objectOf(type, choose, depth)
  }

  function objectOf(type: ts.Type, choose: Choice, depth: number): unknown {
    const again = (one: ts.Type): unknown => sampleOf(one, choose, depth + 1)
    const parts = checker.getTypeArguments(type as ts.TypeReference)
    const [first = checker.getUnknownType(), second = checker.getUnknownType()] = parts
    if (checker.isTupleType(type)) return parts.map(again)
    if (checker.isArrayType(type)) return choose(4) === 3 ? [] : [again(first)]
    switch (type.symbol?.name) {
      case 'Date':
        return new Date('2026-01-01T00:00:00Z')
      case 'Buffer':
      case 'Uint8Array':
        return Buffer.alloc(32)
      case 'Map':
      case 'ReadonlyMap':
        return new Map([[again(first), again(second)]])
      case 'Set':
      case 'ReadonlySet':
        return new Set([again(first)])
      case 'Promise':
        return Promise.resolve(again(first))
      case 'Iterable':
        return [again(first)]
      case 'RawBuilder':
        return sql`null`
    }
    const [signature] = type.getCallSignatures()
    if (signature !== undefined) return () => again(signature.getReturnType())
    return Object.fromEntries(
      checker.getPropertiesOfType(type).flatMap((property) => {
        const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
        if (isOptional && choose(2) === 1) return []
        return [[property.name, again(checker.getTypeOfSymbol(property))]]
      }),
    )
  }
}

/** Whether a type is a database or has one among its properties. */
export const holdsDatabase = (type: ts.Type, checker: ts.TypeChecker): boolean =>
  isDatabase(type) ||
  checker.getPropertiesOfType(type).some((one) => isDatabase(checker.getTypeOfSymbol(one)))

const isCalled = (type: ts.Type, name: string): boolean => type.symbol?.name === name

const isDatabase = (type: ts.Type): boolean =>
  isCalled(type, 'Reads') ||
  isCalled(type, 'Writes') ||
  type.aliasSymbol?.name === 'Send' ||
  (type.isUnion()
    ? type.types.some(isDatabase)
    : ['Kysely', 'Transaction'].includes(type.symbol?.name ?? ''))
