import type { Call } from './call.ts'
import {
  type FormFields,
  integer,
  listOf,
  readParams,
  shape,
  text,
  type Spec,
  type Values,
} from './params.ts'
import { list, type Filters, type PageParams } from './store.ts'
import type { Kind } from './kinds.ts'

export interface Route {
  method: string
  pattern: RegExp
  /** Checks the parameters before anything is written. */
  prepare: (fields: FormFields) => {
    expand: string[]
    run: (call: Call, ids: string[]) => Promise<unknown>
  }
}

const EXPAND = { expand: listOf(text) }

/** Defines a route by a signature such as `POST /v1/refunds/:id`. The result of `run` is expanded and rendered. */
export function route<S extends Spec>(
  signature: string,
  spec: S,
  run: (call: Call, params: Values<S>, id: string) => Promise<unknown>,
): Route {
  const [method = '', path = ''] = signature.split(' ')
  return {
    method,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '([\\w.-]+)')}$`),
    prepare: (fields) => {
      const { expand = [], ...rest } = fields
      const asked = readParams(EXPAND, { expand }).expand ?? []
      const params = readParams(spec, rest)
      return { expand: asked, run: (call, [id = '']) => run(call, params, id) }
    },
  }
}

export const PAGING = {
  limit: integer,
  starting_after: text,
  ending_before: text,
  created: {
    isRequired: false as const,
    read: (value: FormFields[string], name: string) =>
      typeof value === 'string' ? integer.read(value, name) : range.read(value, name),
  },
}
const range = shape({ gt: integer, gte: integer, lt: integer, lte: integer })

export function pageOf(params: Values<typeof PAGING>): PageParams {
  const { limit, starting_after: after, ending_before: before, created } = params
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(after === undefined ? {} : { starting_after: after }),
    ...(before === undefined ? {} : { ending_before: before }),
    ...(created === undefined ? {} : { created }),
  }
}

/** Defines a list route whose filters are fields of the objects. */
export const listRoute = <S extends Spec>(path: string, kind: Kind, filters: S): Route =>
  route(`GET ${path}`, { ...PAGING, ...filters }, (call, params) => {
    const values = params as Record<string, unknown>
    const wanted = Object.keys(filters).map((name) => [name, values[name]])
    return list(call, kind, {
      url: path,
      page: pageOf(params as Values<typeof PAGING>),
      filters: Object.fromEntries(wanted) as Filters,
    })
  })
