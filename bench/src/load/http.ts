import autocannon from 'autocannon'
import type { Figures } from '../figures.ts'

export const CONNECTIONS = 32

export interface LoadInput {
  origin: string
  paths: readonly string[]
  cookie: string | null
  seconds: number
}

/**
 * Requests the paths in turn over 32 connections, each starting at a different path. Throws when any response is
 * not a 2xx, is cut off or times out.
 */
export async function loadHttp({ origin, paths, cookie, seconds }: LoadInput): Promise<Figures> {
  const requests = paths.map((path) => ({ path }))
  let clients = 0
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    timeout: 20,
    headers: cookie === null ? {} : { cookie },
    requests,
    setupClient: (client) => {
      const start = (clients * 7) % requests.length
      clients += 1
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
    },
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) {
    throw new Error(
      `${failed} of ${result.requests.total} answers from ${origin}${paths[0]} were not 2xx (${result.non2xx}), broke off (${result.errors}) or were late (${result.timeouts}).`,
    )
  }
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

/** Fetches the body of each path, for the bare server that has to serve the same bytes. */
export async function fetchBodies(
  origin: string,
  paths: readonly string[],
  cookie: string | null,
): Promise<Map<string, string>> {
  const bodies = new Map<string, string>()
  for (const path of paths) bodies.set(path, await (await get(origin, path, cookie)).text())
  return bodies
}

export async function get(origin: string, path: string, cookie: string | null): Promise<Response> {
  const response = await fetch(origin + path, { headers: cookie === null ? {} : { cookie } })
  if (!response.ok) {
    throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`)
  }
  return response
}
