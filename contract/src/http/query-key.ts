import type { EndpointDefinition } from './endpoint.ts'

/**
 * How an answer is cached: `one` as it came, `pages` as the list page by page, `first` as the first page of that list,
 * with the cursor of the next. Paging is no part of the key of a list.
 */
export type QueryForm = 'one' | 'pages' | 'first'

export type QueryEndpoint = Pick<EndpointDefinition, 'method' | 'path'>

export interface QueryInput {
  params?: object | undefined
  query?: object | undefined
  body?: unknown
}

/** What a query key says. Values are strings, as they are in an address, so that the same call has the same key. */
export interface QueryKeyFields {
  /** `GET /api/posts/:id` */
  endpoint: string
  params: Record<string, string>
  /** Of a call that reads by a body, what that says. */
  query: Record<string, string>
  form: QueryForm
}

/** Cached data that no endpoint answers, like the landing page's. */
export interface LocalKeyFields {
  local: string
  of: Record<string, string>
}

/** What the server puts into a page: keys of the web's cache and their data. */
export type BootData = [queryKey: [QueryKeyFields | LocalKeyFields], data: unknown][]

/** The key of an answer in the web's cache: the server writes it into pages, the web reads it and asks by it. */
export const queryKey = (
  endpoint: QueryEndpoint,
  input?: QueryInput,
  form: QueryForm = 'one',
): [QueryKeyFields] => [{ ...callFields(endpoint, input), form }]

export const localKey = (local: string, of: object = {}): [LocalKeyFields] => [
  { local, of: stringsOf(Object.entries(of)) },
]

/** The fields of a key that name a call. In a partial key, whatever is left out stands for every value of it. */
export const callFields = (
  { method, path }: QueryEndpoint,
  { params = {}, query, body }: QueryInput = {},
): Omit<QueryKeyFields, 'form'> => ({
  endpoint: `${method} ${path}`,
  // As in an address: a parameter has always some value, and what else has none is not said.
  params: stringsOf(Object.entries(params)),
  query: stringsOf(
    Object.entries({ ...query, ...(body as object | undefined) }).filter(
      ([, value]) => (value ?? '') !== '',
    ),
  ),
})

const stringsOf = (entries: [string, unknown][]): Record<string, string> =>
  Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
