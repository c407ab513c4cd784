import { invalid } from './errors.ts'

export type FormValue = string | FormValue[] | FormFields
export interface FormFields {
  [name: string]: FormValue
}

const MAX_DEPTH = 8

/** Decodes `a[b][0]=x&c[]=y` to `{a: {b: ['x']}, c: ['y']}`, the SDK's format for parameters. */
export function decodeForm(text: string): FormFields {
  const root: FormFields = Object.create(null) as FormFields
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name)
    let place = root
    for (const [depth, part] of path.entries()) {
      const key = part === '' ? String(Object.keys(place).length) : part
      if (depth === path.length - 1) {
        place[key] = value
        continue
      }
      const next = place[key] ?? (Object.create(null) as FormFields)
      if (typeof next === 'string') throw invalid(`Invalid object: ${name}`, { param: name })
      place[key] = next
      place = next as FormFields
    }
  }
  return withLists(root) as FormFields
}

function pathOf(name: string): string[] {
  const head = /^[^[\]]+/.exec(name)?.[0]
  const rest = name.slice(head?.length ?? 0)
  if (head === undefined || !/^(\[[^[\]]*\])*$/.test(rest))
    throw invalid(`Invalid parameter name: ${name}`, { param: name })
  const path = [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)]
  if (path.length > MAX_DEPTH) throw invalid('Invalid nesting of parameters', { param: head })
  return path
}

/** Turns objects with the keys 0, 1, 2 … into lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

/** Reads one parameter of a form; throws when it is wrong. */
export interface Param<T, Required extends boolean = boolean> {
  read: (value: FormValue, name: string) => T
  isRequired: Required
}
export type Spec = Record<string, Param<unknown>>

type RequiredNames<S extends Spec> = {
  [K in keyof S]: S[K] extends Param<unknown, true> ? K : never
}[keyof S]
type ValueOf<P> = P extends Param<infer T> ? T : never
export type Values<S extends Spec> = { [K in RequiredNames<S>]: ValueOf<S[K]> } & {
  [K in Exclude<keyof S, RequiredNames<S>>]?: ValueOf<S[K]>
}

const param = <T>(read: Param<T>['read']): Param<T, false> => ({ read, isRequired: false })
export const required = <T>({ read }: Param<T>): Param<T, true> => ({
  read: (value, name) => {
    if (value === '')
      throw invalid(`You passed an empty string for '${name}'.`, {
        code: 'parameter_invalid_empty',
        param: name,
      })
    return read(value, name)
  },
  isRequired: true,
})

const MAX_TEXT = 5_000

export const text = param<string>((value, name) => {
  if (typeof value !== 'string') throw invalid('Invalid string', { param: name })
  if (value.length > MAX_TEXT)
    throw invalid(`Invalid string: at most ${MAX_TEXT} characters`, {
      code: 'parameter_invalid_string_blank',
      param: name,
    })
  return value.replaceAll('\0', '')
})

export const integer = param<number>((value, name) => {
  const number = Number(value)
  if (typeof value !== 'string' || value.trim() === '' || !Number.isSafeInteger(number))
    throw invalid(`Invalid integer: ${JSON.stringify(value)}`, {
      code: 'parameter_invalid_integer',
      param: name,
    })
  return number
})

/** A payment in cents, at least 1. */
export const amount = param<number>((value, name) => {
  const cents = integer.read(value, name)
  if (cents < 1)
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: name,
    })
  return cents
})

export const boolean = param<boolean>((value, name) => {
  if (value === 'true' || value === 'false') return value === 'true'
  throw invalid(`Invalid boolean: ${JSON.stringify(value)}`, { param: name })
})

export const oneOf = <const T extends string>(...choices: T[]): Param<T, false> =>
  param((value, name) => {
    const choice = choices.find((candidate) => candidate === value)
    if (choice === undefined)
      throw invalid(`Invalid ${name}: must be one of ${choices.join(', ')}`, { param: name })
    return choice
  })

export const currency = param<string>((value, name) => {
  const code = text.read(value, name).toLowerCase()
  if (code !== 'usd') throw invalid(`Invalid currency: ${code}. Here it is usd.`, { param: name })
  return code
})

/** An empty value removes its key; an empty string instead of an object removes all keys. */
export const metadata = param<Record<string, string> | ''>((value, name) => {
  if (value === '') return ''
  if (typeof value === 'string' || Array.isArray(value))
    throw invalid('Invalid metadata', { param: name })
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key.length > 40 || typeof inner !== 'string' || inner.length > 500)
        throw invalid('Metadata keys have at most 40 characters and values at most 500.', {
          param: `${name}[${key}]`,
        })
      return [key, inner]
    }),
  )
})

export const listOf = <T>(item: Param<T>): Param<T[], false> =>
  param((value, name) => {
    if (!Array.isArray(value)) throw invalid('Invalid array', { param: name })
    return value.map((inner, index) => item.read(inner, `${name}[${index}]`))
  })

export const shape = <S extends Spec>(spec: S): Param<Values<S>, false> =>
  param((value, name) => {
    if (typeof value === 'string' || Array.isArray(value))
      throw invalid('Invalid object', { param: name })
    return readParams(spec, value, (key) => `${name}[${key}]`)
  })

/** Accepted, but without effect here. */
export const anything = param<FormValue>((value) => value)

export function readParams<S extends Spec>(
  spec: S,
  fields: FormFields,
  nameOf: (key: string) => string = (key) => key,
): Values<S> {
  const values: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) {
    const name = nameOf(key)
    const known = Object.hasOwn(spec, key) ? spec[key] : undefined
    if (known === undefined)
      throw invalid(`Received unknown parameter: ${name}`, {
        code: 'parameter_unknown',
        param: name,
      })
    values[key] = known.read(value, name)
  }
  for (const [key, { isRequired }] of Object.entries(spec)) {
    if (isRequired && !(key in values))
      throw invalid(`Missing required param: ${nameOf(key)}.`, {
        code: 'parameter_missing',
        param: nameOf(key),
      })
  }
  return values as Values<S>
}
