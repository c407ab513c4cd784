/** Why input was refused, in sentences for people. The server and the forms of the web both take them from here. */
import { price } from '../numbers.ts'
import { FILLED, isFilled } from './filled.ts'

/** A remark of a validator, as ajv and TypeBox both make it. */
export interface Remark {
  /** A JSON pointer to the value. */
  instancePath: string
  keyword: string
  params: object
}

/** Where the input stands. What only programs write is named as it is spelt. */
export type Place = 'body' | 'query' | 'params'

interface Schema {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  'x-label'?: string
  'x-missing'?: string
  'x-wrong'?: string
}

/** Labels of fields whose names don't say it as people do. All others are split into their words. */
const LABELS: Readonly<Record<string, string>> = {
  alt: 'alt text',
  asks: 'sum you ask for',
  email: 'email address',
  deliverBy: 'delivery date',
  fileIds: 'files',
  fileUrl: 'file',
  mediaIds: 'files',
  mediaUrl: 'file',
  postIdea: 'post idea',
  profileColors: 'profile colours',
  profileImageUrl: 'portrait',
  to: 'last day',
  from: 'first day',
  toClient: 'sum for the client',
  url: 'address',
  weekStart: 'first week',
}

const MAX_SHOWN_NAME = 80
/** A field's name from a request, shortened for a sentence. */
export const shownName = (name: string): string =>
  name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name

/** A name as it is spelt, in quotation marks. */
export const quoted = (name: string): string => `“${shownName(name)}”`

export const unknownField = (name: string, place: Place = 'body'): string =>
  `Plinth does not know the ${place === 'body' ? 'field' : 'parameter'} ${quoted(name)}.`

/**
 * Sentences by field for a value that a validator refused. A field inside another is named as in
 * `milestones.0.title`; the whole input is called `body`, `query` or `params`.
 */
export function refusalsOf(
  schema: object,
  value: unknown,
  { remarks, place = 'body' }: { remarks: readonly Remark[]; place?: Place },
): Record<string, string> {
  const refusals: Record<string, string> = {}
  for (const remark of remarks) {
    const parts = remark.instancePath.split('/').slice(1).map(unescaped)
    for (const unknown of namesIn(remark.params, 'additionalPropert')) {
      const name = [...parts, unknown].join('.')
      refusals[shownName(name)] ??= unknownField(name, place)
    }
    const missing = namesIn(remark.params, 'missingProperty', 'requiredProperties')
    const paths = missing.length > 0 ? missing.map((name) => [...parts, name]) : [parts]
    if (remark.keyword === 'additionalProperties') continue
    for (const path of paths) {
      const [found, given] = follow(schema, value, path)
      const name = path.length === 0 ? place : path.join('.')
      refusals[shownName(name)] ??=
        found === undefined ? unknownField(name, place) : sentenceOf(found, given, { path, place })
    }
  }
  return refusals
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** The texts under keys that begin with one of these: one validator gives a name, the other a list. */
const namesIn = (params: object, ...keys: string[]): string[] =>
  Object.entries(params)
    .filter(([key]) => keys.some((start) => key.startsWith(start)))
    .flatMap(([, names]) => names as string | string[])

/** The schema and the value at a path; no schema for what the contract does not know. */
function follow(
  root: Schema,
  input: unknown,
  path: readonly string[],
): [Schema | undefined, unknown] {
  let schema: Schema | undefined = root
  let value: unknown = input
  for (const part of path) {
    schema = branchOf(schema, value)
    const inner: Schema | undefined =
      schema.items ??
      (schema.properties && Object.hasOwn(schema.properties, part)
        ? schema.properties[part]
        : undefined)
    if (inner === undefined) return [undefined, undefined]
    schema = inner
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? (value as Record<string, unknown>)[part]
        : undefined
  }
  return [schema, value]
}

/** Of several kinds of value that a field takes, the one that was given; otherwise the first. */
function branchOf(schema: Schema, value: unknown): Schema {
  if (schema.anyOf === undefined) return schema
  const kinds = schema.anyOf.filter(({ type }) => type !== 'null')
  const kind = kinds.find(({ type }) => type !== undefined && isOf(type, value)) ?? kinds[0] ?? {}
  const { anyOf: _, ...common } = schema
  return { ...kind, ...common }
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

interface Named {
  path: readonly string[]
  place: Place
}

function sentenceOf(given: Schema, value: unknown, named: Named): string {
  const schema = branchOf(given, value)
  if (named.path.length === 0) return wholeSentence(schema, value)
  const field = fieldOf(schema, named)
  if (isMissing(schema, value)) return missingSentence(schema, field)
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (choices !== undefined) return choiceSentence(schema, choices, field)
  if (schema.type !== undefined && !isOf(schema.type, value)) return typeSentence(schema, field)
  if (typeof value === 'string') return textSentence(schema, value, field)
  if (typeof value === 'number') return rangeSentence(schema, field)
  if (Array.isArray(value)) return listSentence(schema, value, field)
  return `${field.the} needs at least one field.`
}

function wholeSentence({ minProperties }: Schema, value: unknown): string {
  if (minProperties !== undefined && isOf('object', value))
    return 'Name at least one field to change.'
  return 'The body must be a JSON object.'
}

interface Field {
  /** Begins a sentence: `The title`, or `“isPublic”`. */
  the: string
  /** `a title`; the same as `the` for what only programs write. */
  a: string
  label: string
  /** Whether people fill it in; otherwise only programs write it. */
  isTyped: boolean
}

function fieldOf(schema: Schema, { path, place }: Named): Field {
  const last = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
  const isItem = path.at(-1) !== last
  const known = schema['x-label'] ?? LABELS[last]
  const isTyped =
    place === 'body' &&
    schema.type !== 'boolean' &&
    schema.type !== 'object' &&
    schema.const === undefined &&
    schema.format !== 'uuid' &&
    (schema.type !== 'integer' || known !== undefined) &&
    (schema.type !== 'array' || schema.items?.format !== 'uuid' || known !== undefined)
  if (!isTyped) {
    const name = quoted(path.join('.'))
    return { the: name, a: name, label: name, isTyped }
  }
  const label = known ?? singularIf(isItem, wordsOf(last))
  const article = /^[aeiou]/.test(label) ? 'an' : 'a'
  const the = isItem ? `${article === 'a' ? 'A' : 'An'} ${label}` : `The ${label}`
  return { the, a: `${article} ${label}`, label, isTyped }
}

/** `businessName` → `business name`. */
const wordsOf = (name: string): string =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
const singularIf = (isOne: boolean, label: string) => (isOne ? label.replace(/s$/, '') : label)
const plural = (label: string): string =>
  label.endsWith('y') ? `${label.slice(0, -1)}ies` : `${label}${label.endsWith('s') ? 'es' : 's'}`

const isMissing = (schema: Schema, value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'string' && schema.pattern === FILLED && !isFilled(value))

function missingSentence(schema: Schema, field: Field): string {
  const own = schema['x-missing']
  if (own !== undefined) return own
  if (!field.isTyped) return `${field.the} is missing.`
  if (schema.enum !== undefined || schema.format === 'date') return `Choose ${field.a}.`
  if (schema.type === 'array') return `Add ${field.label}.`
  return `Enter ${field.a}.`
}

const MOST_LISTED = 8

function choiceSentence(schema: Schema, choices: readonly unknown[], field: Field): string {
  // A statement that has to be confirmed.
  if (schema.const !== undefined && schema['x-missing'] !== undefined) return schema['x-missing']
  const isShort = choices.length <= MOST_LISTED
  const listed = oneOf(choices.map(String))
  if (field.isTyped)
    return `Choose one of the ${plural(field.label)}${isShort ? `: ${listed}` : ''}.`
  return isShort ? `${field.the} must be ${listed}.` : `${field.the} is not one that Plinth knows.`
}

const oneOf = (choices: readonly string[]): string =>
  choices.length < 2
    ? choices.join('')
    : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1) ?? ''}`

function typeSentence(schema: Schema, field: Field): string {
  if (schema.type === 'number' || schema.type === 'integer') return rangeSentence(schema, field)
  if (schema.type === 'boolean') return `${field.the} must be true or false.`
  if (schema.type === 'array') return `${field.the} must be a list.`
  if (schema.type === 'object') return `${field.the} must be an object with fields.`
  if (schema.format === 'uuid') return `${field.the} must be an id.`
  return schema['x-wrong'] ?? `${field.the} must be text.`
}

/** Code points, as the contract's limits count. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

const whole = new Intl.NumberFormat('en-US')
const counted = (count: number, noun: string) =>
  `${whole.format(count)} ${noun}${count === 1 ? '' : 's'}`

function textSentence(schema: Schema, text: string, field: Field): string {
  const { the } = field
  const { maxLength = Infinity, minLength = 0, format } = schema
  const length = lengthOf(text)
  if (length > maxLength)
    return `${the} can have at most ${counted(maxLength, 'character')}; this has ${whole.format(length)}.`
  if (length < minLength) return `${the} needs at least ${counted(minLength, 'character')}.`
  const own = schema['x-wrong']
  if (own !== undefined) return own
  if (format === 'uuid') return `${the} must be an id.`
  if (format === 'date') return `${the} must be a day such as 2027-01-31.`
  return field.isTyped ? `Check the ${field.label}.` : `${the} is not right.`
}

function rangeSentence(schema: Schema, { the }: Field): string {
  const { type, minimum, maximum } = schema
  if (schema['x-wrong'] !== undefined) return schema['x-wrong']
  const isWhole = type === 'integer'
  const what = isWhole ? 'a whole number' : 'a sum in dollars'
  const shown = isWhole ? (bound: number) => whole.format(bound) : price
  if (minimum === undefined || maximum === undefined) return `${the} must be ${what}.`
  return `${the} must be ${what} from ${shown(minimum)} to ${shown(maximum)}.`
}

function listSentence(schema: Schema, list: readonly unknown[], { the, label, isTyped }: Field) {
  const { minItems = 0, maxItems = Infinity } = schema
  if (list.length > maxItems) {
    const most = `at most ${whole.format(maxItems)}`
    return isTyped
      ? `You can add ${most} ${label}; these are ${whole.format(list.length)}.`
      : `${the} can hold ${most}; these are ${whole.format(list.length)}.`
  }
  if (list.length < minItems) return isTyped ? `Add ${label}.` : `${the} must not be empty.`
  return isTyped ? `One of the ${label} is there twice.` : `${the} names something twice.`
}
