import { randomUUID } from 'node:crypto'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import fc, { type Arbitrary } from 'fast-check'
import { jsonOf, type JsonSchema } from './input.ts'

/** Calls made up from the schemas of the contract: mostly right, with something wrong here and there. */

export interface FuzzedCall {
  params: object
  query: object
  body: unknown
  headers: Record<string, string>
}

/** Texts that have broken some program. Addresses lead to nobody but this machine. */
const TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  '\ufeff',
  'null',
  'NaN',
  '-0',
  "'; select pg_sleep(1); --",
  '%s%n',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '{"$ne":null}',
  '__proto__',
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'file:///etc/passwd',
  'e\u0301'.repeat(50),
  'x'.repeat(5_000),
  '9'.repeat(400),
  '2026-02-30',
  '1e400',
]
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f']
const NUMBERS = [-1, 0, 0.5, 1e21, -1e308, Number.MAX_SAFE_INTEGER + 2, 2 ** 31, 2 ** 63]

const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, ...NUMBERS, null, true, [], {}, [[]], [null]),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Values that the schema accepts or nearly accepts; an id is mostly one of these. */
function valuesOf(schema: JsonSchema, ids: readonly string[]): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 19, arbitrary: rightValuesOf(schema, ids) },
    { weight: 1, arbitrary: hostile },
  )
}

function rightValuesOf(schema: JsonSchema, ids: readonly string[]): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, ids)))
  if (schema.type === 'object') return objectsOf(schema, ids)
  if (schema.type === 'array') {
    const { minItems = 0, maxItems = 3 } = schema
    return fc.array(valuesOf(schema.items ?? {}, ids), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, 3)),
    })
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number') return numbersOf(schema)
  return textsOf(schema, ids)
}

function objectsOf(
  { properties = {}, required = [] }: JsonSchema,
  ids: readonly string[],
): Arbitrary<object> {
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner, ids)]),
  )
  const known = fc.record(values, { requiredKeys: required })
  const extra = fc.dictionary(fc.constantFrom('isAdmin', '', 'a\0b', 'constructor'), hostile)
  return fc.oneof(
    { weight: 19, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, extra).map(([one, more]) => ({ ...one, ...more })) },
  )
}

function numbersOf({ type, minimum = -1_000, maximum = 1_000_000 }: JsonSchema): Arbitrary<number> {
  const [min, max] = [Math.ceil(minimum), Math.floor(maximum)]
  const whole = fc.integer({ min, max: Math.max(min, max) })
  const edges = fc.constantFrom(minimum, maximum)
  return type === 'integer'
    ? fc.oneof(whole, edges)
    : fc.oneof(whole, edges, fc.double({ min: minimum, max: maximum, noNaN: true }))
}

function textsOf(schema: JsonSchema, ids: readonly string[]): Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 100 } = schema
  if (format === 'uuid')
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...ids) },
      { weight: 1, arbitrary: fc.constant(randomUUID()) },
    )
  if (format === 'date')
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10))
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 300)) }
  const free = fc.string({ unit: 'grapheme', ...length })
  const plain = fc.string({ unit: fc.constantFrom(...LETTERS), ...length })
  const usual = pattern === undefined ? plain : matchesOf(pattern)
  return fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: free })
}

/** Texts that match a pattern; any text for the few patterns that fast-check cannot read. */
function matchesOf(pattern: string): Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 60 })
  } catch {
    return fc.string()
  }
}

/** So many calls to an endpoint, always the same for the same seed. */
export function fuzzedCalls(
  endpoint: EndpointDefinition,
  { ids, seed, count }: { ids: readonly string[]; seed: number; count: number },
): FuzzedCall[] {
  const bodies = endpoint.body ?? endpoint.form
  const call = fc.record({
    params: pathsOf(jsonOf(endpoint.params), ids),
    query: objectsOf(jsonOf(endpoint.query), ids).map(asQuery),
    body: bodies === undefined ? fc.constant(undefined) : valuesOf(jsonOf(bodies), ids),
    headers: fc.oneof(
      { weight: 9, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.record({ 'idempotency-key': fc.uuid() }) },
    ),
  })
  return fc.sample(call, { seed, numRuns: count })
}

/** In a path everything is a text, and an empty one leads elsewhere. */
const pathsOf = ({ properties = {} }: JsonSchema, ids: readonly string[]): Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        valuesOf(schema, ids).map((value) => textOf(value) || 'x'),
      ]),
    ),
  )

const asQuery = (query: object): object =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textOf(value)]))

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
