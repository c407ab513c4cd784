import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'

/** The limit for bodies that no endpoint of the contract takes, such as those of addresses that do not exist. */
export const OTHER_BODY_BYTES = 64 * 1024
/** Everybody can send these. */
const MAX_PUBLIC_BYTES = 64 * 1024
const MAX_BYTES = 1024 * 1024
/** Larger bodies are files in JSON, which may take longer to arrive. */
export const SLOW_BODY_BYTES = MAX_BYTES
/** For blanks between the fields, and for bodies that a sentence refuses: their text is somewhat too long. */
const SPARE_BYTES = 16 * 1024
/** Of one character at most, as `\ud83d\ude00`. */
const CHARACTER_BYTES = 12
/** Of a number, a flag or null. */
const SCALAR_BYTES = 32
/** Of texts whose length follows from their format. */
const FORMAT_LENGTHS: Readonly<Record<string, number>> = { uuid: 36, date: 10 }

interface Schema {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  format?: string
  maxLength?: number
  maxItems?: number
}

/** How many bytes the JSON body of an endpoint may have: enough for the longest one that its schema allows. */
export function bodyLimitOf({ access, body }: Pick<EndpointDefinition, 'access' | 'body'>): number {
  const size = SPARE_BYTES + (body === undefined ? 0 : longest(body))
  return Math.min(size, access === 'public' ? MAX_PUBLIC_BYTES : MAX_BYTES)
}

/** The bytes of the longest JSON that a schema allows; infinite if it sets no bounds. */
export function longest(schema: Schema): number {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (choices !== undefined)
    return Math.max(...choices.map((choice) => textBytes(String(choice).length)))
  if (schema.anyOf !== undefined) return Math.max(...schema.anyOf.map(longest))
  switch (schema.type) {
    case 'object':
      return Object.entries(schema.properties ?? {}).reduce(
        (bytes, [name, inner]) => bytes + textBytes(name.length) + longest(inner),
        2,
      )
    case 'array':
      return 2 + (schema.maxItems ?? Infinity) * (1 + longest(schema.items ?? {}))
    case 'string':
      return textBytes(schema.maxLength ?? FORMAT_LENGTHS[schema.format ?? ''] ?? Infinity)
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return SCALAR_BYTES
    default:
      return Infinity
  }
}

/** With quotation marks, and a colon or comma. */
const textBytes = (characters: number): number => characters * CHARACTER_BYTES + 4
