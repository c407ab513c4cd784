import {
  endpointUrl,
  type BodyOf,
  type EndpointDefinition,
  type LaterOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@plinth/contract/http/endpoint.ts'
import { SEARCH_INSTEAD_HEADER } from '@plinth/contract/portfolios/corrections.ts'
import { ApiError, unreachable } from './errors.ts'

export { ApiError, asksToSignIn, isMisnamed, isUnauthorized, sentenceOf } from './errors.ts'

export type Loose<T> = { [K in keyof T]: T[K] | (object extends Pick<T, K> ? undefined : never) }
export type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : object extends T
    ? { [K in Name]?: Loose<T> | undefined }
    : { [K in Name]: Loose<T> }

export type CallInput<E extends EndpointDefinition> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & {
    signal?: AbortSignal | undefined
    /** The same for all retries of one action, so that it takes effect once. See `forms/idempotency.ts`. */
    idempotencyKey?: string | undefined
  }

export type CallArguments<E extends EndpointDefinition> =
  object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

interface AnyInput {
  params?: object
  query?: object
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
}

/** Calls an endpoint of the contract and returns its response, which for a 202 is what it calls `later`; `null` for a 204. */
export async function call<const E extends EndpointDefinition>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<ResponseOf<E> | LaterOf<E>> {
  const answer = await readAnswer(await send(endpoint, (input ?? {}) as AnyInput))
  return answer as ResponseOf<E> | LaterOf<E>
}

/** Sends a multipart form or the bytes of a file; the browser sets the content type. */
export async function sendForm<const E extends EndpointDefinition>(
  endpoint: E,
  body: FormData | Blob,
  input: { params?: ParamsOf<E> & object } = {},
): Promise<ResponseOf<E>> {
  return (await readAnswer(await send(endpoint, { ...input, body }))) as ResponseOf<E>
}

export interface Page<T> {
  items: T[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
  /** The words that a search used in place of words without results, from its response header. */
  instead?: string | undefined
}
export type ItemOf<E extends EndpointDefinition> = ResponseOf<E> extends (infer T)[] ? T : never

/** Calls a list endpoint and reads the cursor of the next page from the `Link` header. */
export async function callPage<const E extends EndpointDefinition>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<Page<ItemOf<E>>> {
  const response = await send(endpoint, (input ?? {}) as AnyInput)
  const items = (await readAnswer(response)) as ItemOf<E>[]
  const { headers } = response
  return {
    items,
    next: nextCursor(headers.get('link')),
    instead: headers.get(SEARCH_INSTEAD_HEADER) ?? undefined,
  }
}

/** `<…?cursor=abc>; rel="next"` → `abc`. */
export function nextCursor(link: string | null): string | null {
  const target = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1]
  return target === undefined ? null : new URL(target, 'http://plinth').searchParams.get('cursor')
}

const SHORT_BODY = 1_000

/** Sent with every call while somebody is a guest somewhere. */
export const callHeaders: Record<string, string> = {}

async function send(endpoint: EndpointDefinition, input: AnyInput): Promise<Response> {
  const headers = { ...callHeaders }
  const init: RequestInit = {
    method: endpoint.method,
    // Others may show public reads from a cache for a moment. Our own screens ask whether anything has changed.
    cache: 'no-cache',
    headers,
  }
  if (input.signal) init.signal = input.signal
  const { idempotencyKey: key } = input
  if (key !== undefined) headers['idempotency-key'] = key
  if (input.body instanceof FormData || input.body instanceof Blob) {
    init.body = input.body
  } else if (input.body !== undefined) {
    init.body = JSON.stringify(input.body)
    headers['content-type'] = 'application/json'
    // Lets a call finish after its page is closed. A browser allows 64 KiB of such bodies at a time.
    init.keepalive = init.body.length < SHORT_BODY
  }
  let response: Response
  try {
    response = await fetch(endpointUrl(endpoint, input), init)
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw unreachable()
  }
  if (!response.ok)
    throw new ApiError(
      response.status,
      (await response.text()) || response.statusText,
      Object.keys(callHeaders).length > 0,
    )
  return response
}

const readAnswer = async (response: Response): Promise<unknown> =>
  response.status === 204 ? null : await response.json()
