import {
  endpointUrl,
  type BodyOf,
  type EndpointDefinition,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@plinth/contract/endpoint.ts'
import { ApiError } from './api-error.ts'

export { ApiError, isUnauthorized, sentenceOf } from './api-error.ts'

type Loose<T> = { [K in keyof T]: T[K] | (object extends Pick<T, K> ? undefined : never) }
type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : object extends T
    ? { [K in Name]?: Loose<T> | undefined }
    : { [K in Name]: Loose<T> }

export type CallInput<E extends EndpointDefinition> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & { signal?: AbortSignal | undefined }

type CallArguments<E extends EndpointDefinition> =
  object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

interface AnyInput {
  params?: object
  query?: object
  body?: unknown
  signal?: AbortSignal
}

/** Calls an endpoint of the contract and gives its answer; `null` where it answers nothing. */
export async function call<const E extends EndpointDefinition>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<ResponseOf<E>> {
  return (await readAnswer(await send(endpoint, (input ?? {}) as AnyInput))) as ResponseOf<E>
}

/** Sends a multipart form; the browser writes its type and boundary. */
export async function sendForm<const E extends EndpointDefinition>(
  endpoint: E,
  form: FormData,
): Promise<ResponseOf<E>> {
  return (await readAnswer(await send(endpoint, { body: form }))) as ResponseOf<E>
}

export interface Page<T> {
  items: T[]
  /** The cursor of the page after this one; null on the last. */
  next: string | null
}
type ItemOf<E extends EndpointDefinition> = ResponseOf<E> extends (infer T)[] ? T : never

/** Calls a list endpoint and reads where its next page begins from the `Link` header. */
export async function callPage<const E extends EndpointDefinition>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<Page<ItemOf<E>>> {
  const response = await send(endpoint, (input ?? {}) as AnyInput)
  const items = (await readAnswer(response)) as ItemOf<E>[]
  return { items, next: nextCursor(response.headers.get('link')) }
}

/** `<…?cursor=abc>; rel="next"` → `abc`. */
export function nextCursor(link: string | null): string | null {
  const target = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1]
  return target === undefined ? null : new URL(target, 'http://plinth').searchParams.get('cursor')
}

async function send(endpoint: EndpointDefinition, input: AnyInput): Promise<Response> {
  const init: RequestInit = { method: endpoint.method, credentials: 'include' }
  if (input.signal) init.signal = input.signal
  if (input.body instanceof FormData) {
    init.body = input.body
  } else if (input.body !== undefined) {
    init.body = JSON.stringify(input.body)
    init.headers = { 'content-type': 'application/json' }
  }
  let response: Response
  try {
    response = await fetch(endpointUrl(endpoint, input), init)
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw unreachable()
  }
  if (!response.ok)
    throw new ApiError(response.status, (await response.text()) || response.statusText)
  return response
}

const readAnswer = async (response: Response): Promise<unknown> =>
  response.status === 204 ? null : await response.json()

const unreachable = () =>
  new ApiError(
    0,
    JSON.stringify({
      code: 'network',
      message: 'Plinth cannot be reached. Check your connection and try again.',
    }),
  )

export interface UploadOptions {
  /** Share sent so far, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Sends a file as the raw body. By XMLHttpRequest, because `fetch` does not tell how far it is. */
export function uploadFile<const E extends EndpointDefinition>(
  endpoint: E,
  file: Blob,
  input: Omit<CallInput<E>, 'body' | 'signal'>,
  { onProgress, signal }: UploadOptions = {},
): Promise<ResponseOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const fail = (error: unknown) => {
      signal?.removeEventListener('abort', abort)
      reject(error)
    }
    request.open(endpoint.method, endpointUrl(endpoint, input))
    request.withCredentials = true
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status < 200 || request.status >= 300) {
        fail(new ApiError(request.status, request.responseText || request.statusText))
        return
      }
      let answer: unknown
      try {
        answer = request.responseText === '' ? null : JSON.parse(request.responseText)
      } catch (error) {
        fail(error)
        return
      }
      signal?.removeEventListener('abort', abort)
      resolve(answer as ResponseOf<E>)
    }
    request.onerror = () => fail(unreachable())
    request.onabort = () => fail(new DOMException('The upload was stopped.', 'AbortError'))
    if (signal?.aborted) {
      fail(new DOMException('The upload was stopped.', 'AbortError'))
      return
    }
    signal?.addEventListener('abort', abort)
    request.send(file)
  })
}
