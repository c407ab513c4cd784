import type { EndpointDefinition } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/** Codes that any endpoint may answer: a bad input, a session that has ended, too many calls, trouble of our own. */
const ANY = ['input.invalid', 'auth.required', 'rate.limited', 'internal', 'unavailable'] as const
/** Those of calls that change something: they come from our own pages and may carry a body. */
const WRITE = ['auth.cross_site', 'media.too_large', 'media.unsupported'] as const

/** The codes that follow from an endpoint's method, access and body. Its `errors` name none of them again. */
function impliedErrors(
  endpoint: Pick<EndpointDefinition, 'method' | 'access' | 'idempotent' | 'rawBody' | 'form'>,
): ErrorCode[] {
  const { method, access, idempotent, rawBody, form } = endpoint
  return [
    ...ANY,
    ...(method === 'GET' ? [] : WRITE),
    ...(access === 'creator' ? (['creator.required'] as const) : []),
    ...(access === 'admin' ? (['auth.forbidden'] as const) : []),
    ...(idempotent === true ? (['conflict'] as const) : []),
    ...(rawBody === true || form !== undefined ? (['storage.full'] as const) : []),
  ]
}

/** Every code that an endpoint may answer. Under test the server answers 500 in place of any other. */
export const errorsOf = (endpoint: EndpointDefinition): ErrorCode[] => [
  ...impliedErrors(endpoint),
  ...(endpoint.errors ?? []),
]
