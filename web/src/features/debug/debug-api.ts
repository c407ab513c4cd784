import { queryOptions } from '@tanstack/react-query'
import { getDebugUrls, type DebugUrls } from '@plinth/contract/analytics/debug.ts'
import type { Method } from '@plinth/contract/http/endpoint.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { call, ApiError } from '../../lib/api/api.ts'

/** Null where the page is switched off. */
export const debugUrlsQuery = queryOptions({
  queryKey: queryKey(getDebugUrls),
  queryFn: async ({ signal }): Promise<DebugUrls | null> => {
    try {
      return await call(getDebugUrls, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  },
})

export interface Tried {
  call: string
  /** Null when no answer came. */
  status: string | null
  response: string
  error: string
}

/** Calls the server without the API client, to show the raw answer. */
export async function tryCall(
  { method, path }: { method: Method; path: string },
  body?: object,
): Promise<Tried> {
  const name = `${method} ${path}`
  try {
    const answer = await fetch(path, {
      method,
      credentials: 'include',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await answer.text()
    const status = `${answer.status} ${answer.statusText}`.trim()
    return answer.ok
      ? { call: name, status, response: text, error: '' }
      : { call: name, status, response: '', error: `${answer.status}: ${text}` }
  } catch (error) {
    return { call: name, status: null, response: '', error: String(error) }
  }
}
