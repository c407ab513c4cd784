import type { EndpointDefinition } from './endpoint.ts'

/**
 * How an answer is cached: `one` as it is, `pages` as a list page by page, `first` as the first page of that list
 * with the cursor of the next one. Cursor and limit are not part of a list's key.
 */
export type QueryForm = 'one' | 'pages' | 'first'

export type QueryEndpoint = Pick<EndpointDefinition, 'method' | 'path'>

export interface QueryInput {
  params?: object | undefined
  query?: object | undefined
  body?: unknown
}

/** The parts of a query key. Values are strings, as in a URL, so that the same call always has the same key. */
export interface QueryKeyFields {
  /** `GET /api/posts/:id` */
  endpoint: string
  params: Record<string, string>
  /** The query. For a call that reads with a body, the body's fields. */
  query: Record<string, string>
  form: QueryForm
}

/** The key of cached data that no endpoint returns, such as the landing page's. */
export interface LocalKeyFields {
  local: string
  of: Record<string, string>
}

/** What the server puts into a page: keys of the web's cache and their data. */
export type BootData = [queryKey: [QueryKeyFields | LocalKeyFields], data: unknown][]

/** The key of an answer in the web's cache. The server writes it into pages, and the web looks answers up by it. */
export const queryKey = (
  endpoint: QueryEndpoint,
  input?: QueryInput,
  form: QueryForm = 'one',
): [QueryKeyFields] => [{ ...callFields(endpoint, input), form }]

export const localKey = (local: string, of: object = {}): [LocalKeyFields] => [
  { local, of: stringsOf(Object.entries(of)) },
]

/** The fields of a key that identify a call. In a partial key, a missing field matches every value. */
export const callFields = (
  { method, path }: QueryEndpoint,
  { params = {}, query, body }: QueryInput = {},
): Omit<QueryKeyFields, 'form'> => ({
  endpoint: `${method} ${path}`,
  // As in a URL: parameters always have a value, and empty query fields are left out.
  params: stringsOf(Object.entries(params)),
  query: stringsOf(
    Object.entries({ ...query, ...(body as object | undefined) }).filter(
      ([, value]) => (value ?? '') !== '',
    ),
  ),
})

const stringsOf = (entries: [string, unknown][]): Record<string, string> =>
  Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
