import type { EndpointDefinition } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/** Codes that any endpoint can answer: bad input, an ended session, too many calls, or a failure of ours. */
const ANY = ['input.invalid', 'auth.required', 'rate.limited', 'internal', 'unavailable'] as const
/** Further codes of calls that change something. Such calls must come from our own pages and may have a body. */
const WRITE = ['auth.cross_site', 'media.too_large', 'media.unsupported'] as const

/** The codes that follow from an endpoint's method, access and body, so its `errors` must not repeat them. */
function impliedErrors(
  endpoint: Pick<
    EndpointDefinition,
    'method' | 'access' | 'fresh' | 'idempotent' | 'rawBody' | 'form'
  >,
): ErrorCode[] {
  const { method, access, fresh, idempotent, rawBody, form } = endpoint
  return [
    ...ANY,
    ...(method === 'GET' ? [] : WRITE),
    // Public reads answer any access token.
    ...(method === 'GET' && access === 'public' ? [] : (['token.forbidden'] as const)),
    ...(access === 'creator' ? (['creator.required'] as const) : []),
    ...(access === 'admin' ? (['auth.forbidden'] as const) : []),
    ...(fresh === true ? (['auth.stale'] as const) : []),
    ...(idempotent === true ? (['conflict'] as const) : []),
    ...(rawBody === true || form !== undefined ? (['storage.full'] as const) : []),
  ]
}

/** Every code that an endpoint may answer. Under test the server answers 500 in place of any other. */
export const errorsOf = (endpoint: EndpointDefinition): ErrorCode[] => [
  ...impliedErrors(endpoint),
  ...(endpoint.errors ?? []),
]
