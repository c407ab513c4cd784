import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { Right } from './rights.ts'
import type { Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A call for staff names the right it needs: one, or one for each field of its body. */
type NeededRight = Right | Readonly<Record<string, Right>>

/** Who may call. `public` still learns who the viewer is, when there is one. */
type Access =
  | { access: 'admin'; right: NeededRight }
  | {
      access: 'public' | 'member' | 'creator'
      /** Staff with this right may do more with the call than others: the viewer's `isAdmin` is then true. */
      right?: Right
    }

export type EndpointDefinition = Access & EndpointParts

interface EndpointParts {
  method: Method
  /** Fastify notation: `/api/portfolios/:id`. */
  path: string
  /** One sentence for the API documentation. */
  summary: string
  /**
   * Opens the call to access tokens with this scope, or one of these. Without it tokens are refused, and public reads
   * answer them as they answer visitors.
   */
  scope?: Scope | readonly Scope[]
  /** A public read whose answer to visitors is the same for all of them, so that a cache may share it for a moment. */
  cache?: 'shared'
  params?: TObject
  query?: TObject
  body?: TSchema
  /**
   * The call moves money. Repeating it with the same `Idempotency-Key` header returns the first answer; the same key
   * with another body is a conflict.
   */
  idempotent?: true
  /** Set for uploads: the body is a stream of bytes and `body` is left out. */
  rawBody?: true
  /**
   * The text fields of a multipart form, which the call takes beside or instead of a JSON `body`. Files come as
   * parts of their own; the handler reads them.
   */
  form?: TObject
  /**
   * Needs a sign-in of the last `FRESH_MINUTES`, so that a browser left open, or a stolen session, can't do it. Access
   * tokens are no sign-in, so it has no `scope`.
   */
  fresh?: true
  /** The status of success. Only needed if it differs from the default of `statusOf`. */
  status?: 200 | 201 | 202 | 204
  /** Left out if the answer has no body. */
  response?: TSchema
  /** The body of a 202, for a call whose work may go on after the answer. The same call tells how it ended. */
  later?: TSchema
  /** Codes that this endpoint can answer in addition to `impliedErrors`. */
  errors?: readonly ErrorCode[]
}

/** An endpoint is a value: the server mounts it, the web calls it, tests and benchmarks reuse it. */
export const defineEndpoint = <const E extends EndpointDefinition>(endpoint: E): E => endpoint

/** The rights of which a caller needs at least one; empty for calls that are not for staff. */
export const rightsOf = ({ right }: Pick<EndpointDefinition, 'right'>): readonly Right[] => {
  if (right === undefined) return []
  return typeof right === 'string' ? [right] : Object.values(right)
}

/** The status of success: the endpoint's own, otherwise 204 without a response body and 200 with one. */
export const statusOf = ({ status, response }: EndpointDefinition): number =>
  status ?? (response === undefined ? 204 : 200)

/** The status of an answer while the work goes on. */
export const LATER_STATUS = 202

/** The schema of each successful answer that has a body, by status. */
export const responsesOf = (endpoint: EndpointDefinition): Record<number, TSchema> => ({
  ...(endpoint.later === undefined ? {} : { [LATER_STATUS]: endpoint.later }),
  ...(endpoint.response === undefined ? {} : { [statusOf(endpoint)]: endpoint.response }),
})

type StaticOf<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise

export type ParamsOf<E extends EndpointDefinition> = StaticOf<E['params'], undefined>
export type QueryOf<E extends EndpointDefinition> = StaticOf<E['query'], undefined>
export type BodyOf<E extends EndpointDefinition> = StaticOf<E['body'], undefined>
export type ResponseOf<E extends EndpointDefinition> = StaticOf<E['response'], null>
export type LaterOf<E extends EndpointDefinition> = StaticOf<E['later'], never>

/** Fills `:name` parts and appends the query, leaving out what is undefined. */
export function endpointUrl(
  endpoint: Pick<EndpointDefinition, 'path'>,
  input: { params?: object | undefined; query?: object | undefined } = {},
): string {
  const params = (input.params ?? {}) as { readonly [name: string]: string | number }
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
