import { randomUUID } from 'node:crypto'
import type { TSchema } from 'typebox'

/** Input for the calls of the contract, made from its schemas: right, and wrong in one way each. */

/** A handle, an address, a colour and a token: one of them matches each pattern of the contract that a plain word does not. */
const PATTERNED = ['xyz', 'x@example.com', '#112233', 'x'.repeat(43)]

/** A value that this schema accepts; `id` where it asks for an id. */
export function valueOf(schema: JsonSchema, id: string): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return valueOf(schema.anyOf[0] as JsonSchema, id)
  if (schema.type === 'object') {
    const required = schema.required ?? []
    const properties = Object.entries(schema.properties ?? {})
    return Object.fromEntries(
      properties
        .filter(([name]) => required.includes(name) || schema.minProperties !== undefined)
        .map(([name, inner]) => [name, valueOf(inner, id)]),
    )
  }
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () =>
      valueOf(schema.items as JsonSchema, id),
    )
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.format === 'date') return inAMonth
  if (schema.format === 'uuid') return id
  const text = 'x'.repeat(Math.max(1, schema.minLength ?? 1))
  const pattern = new RegExp(schema.pattern ?? '', 'u')
  return [text, ...PATTERNED].find((one) => pattern.test(one)) ?? text
}

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

export interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
}
export const jsonOf = (schema: TSchema | undefined): JsonSchema => schema ?? {}

/** Days that PostgreSQL does not have, and times where a day belongs. */
export const NO_DAYS = [
  '0000-01-01',
  '-0001-01-01',
  '10000-01-01',
  '2026-02-29',
  '2026-13-01',
  '2026-06-30T23:59:60Z',
  '2026-01-01+15:60',
  'infinity',
]

/** Values that this schema refuses. */
export function* wrongValues(schema: JsonSchema, id: string): Generator {
  const kinds = schema.anyOf ?? [schema]
  const isNullable = kinds.some(({ type }) => type === 'null')
  const [main = schema] = kinds
  if (!isNullable) yield null
  yield { $ne: null }
  // A value that is wrong for one type can be right for another.
  if (kinds.filter(({ type }) => type !== 'null').length > 1) return
  if (main.type === 'string' || (main.enum && main.type !== 'integer')) {
    yield* [7, true, ['x'], 'a\0b']
    if (main.enum) yield 'x'.repeat(10_000)
    if (main.maxLength && main.maxLength < 100_000) yield 'x'.repeat(main.maxLength + 1)
    if (main.minLength) yield* [' ', '\u200b', '\u3164\u2800\u{e0041}']
    if (main.format === 'uuid')
      yield* ['', "' or 1=1 --", `{${randomUUID()}}`, `urn:uuid:${randomUUID()}`]
    if (main.enum) yield* ['', '__proto__', 'ALL']
    if (main.format === 'date') yield* NO_DAYS
  }
  if (main.type === 'integer' || main.type === 'number') {
    yield* ['1', true, [1], -1, 1e300]
    if (main.type === 'integer') yield 1.5
    if (main.maximum !== undefined) yield main.maximum + 1
  }
  if (main.type === 'boolean') yield* ['true', 1, []]
  if (main.type === 'array') {
    yield* ['x', { length: 1 }, [null], [[]]]
    const item = valueOf(main.items ?? {}, id)
    if (main.maxItems) yield Array.from({ length: main.maxItems + 1 }, () => item)
  }
}
