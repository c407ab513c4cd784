import {
  Agent,
  createServer,
  request as ask,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Proxy {
  url: string
  /** Resolves when exactly these servers get requests. */
  sendsTo: (origins: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

const CHECK_MS = 100
/** A check may time out on a busy machine this often. A server that refuses or is down is left out at once. */
const MISSES = 3
/** Hop-by-hop headers, which are not forwarded. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'te', 'upgrade'])

const forwardedHeaders = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.has(name)))

/** For how many milliseconds the answer to a request is held back. */
export type Hold = (request: IncomingMessage) => number

/** Starts a reverse proxy that sends requests in turn to the servers that are ready. Port 0 picks a free one. */
export async function startProxy(
  origins: readonly string[],
  port = 0,
  hold: Hold = () => 0,
): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  let turn = 0

  const misses = new Map<string, number>()
  const check = async (origin: string) => {
    const signal = AbortSignal.timeout(1_000)
    const answer = await fetch(`${origin}/readyz`, { signal }).catch(() => null)
    const missed = answer === null && signal.aborted ? (misses.get(origin) ?? 0) + 1 : 0
    misses.set(origin, missed)
    if (answer?.ok === true) ready.add(origin)
    else if (missed === 0 || missed >= MISSES) ready.delete(origin)
    await answer?.body?.cancel()
  }
  const ending = new AbortController()
  const watch = async (origin: string) => {
    while (!ending.signal.aborted) {
      await check(origin)
      await sleep(CHECK_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const open = [...ready]
    const origin = open[(turn += 1) % open.length]
    if (origin === undefined) return void response.writeHead(502).end('nobody is ready')
    const { method, url, headers, socket } = request
    const upstream = ask(new URL(url ?? '/', origin), {
      agent,
      method,
      headers: {
        ...forwardedHeaders(headers),
        'x-forwarded-for': socket.remoteAddress,
        'x-forwarded-host': headers.host,
        'x-forwarded-proto': 'http',
      },
    })
    const forward = (answer: IncomingMessage) => {
      if (response.destroyed) return void answer.destroy()
      response.writeHead(answer.statusCode ?? 502, forwardedHeaders(answer.headers))
      response.flushHeaders()
      // If one side disconnects, the connection of the other side ends too.
      pipeline(answer, response, () => undefined)
    }
    upstream.on('response', (answer) => {
      const held = hold(request)
      if (held > 0) setTimeout(forward, held, answer)
      else forward(answer)
    })
    upstream.on('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end('the server broke off')
    })
    response.on('close', () => upstream.destroy())
    pipeline(request, upstream, () => undefined)
  })
  // As long as on the servers. With the default of five seconds, requests would hit connections that just close.
  server.keepAliveTimeout = 72_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const watched = Promise.all(origins.map(watch))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    sendsTo: async (wanted) => {
      const isSo = () => ready.size === wanted.length && wanted.every((one) => ready.has(one))
      while (!isSo()) await sleep(20)
    },
    close: async () => {
      ending.abort()
      await watched
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
