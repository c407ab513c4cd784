import { invalid } from './api-error.ts'

export type FormValue = string | FormValue[] | FormFields
export interface FormFields {
  [name: string]: FormValue
}

const MAX_DEPTH = 8

/** `a[b][0]=x&c[]=y` as `{a: {b: ['x']}, c: ['y']}`, the way the SDK writes parameters. */
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

/** Keys 0, 1, 2 … mean a list. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
