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
  /** Resolves when all of these, and no others, are sent requests. */
  sendsTo: (origins: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

const LOOK_MS = 100
/** On a busy machine one look may go without an answer; who says no, or is not there, is believed at once. */
const MISSES = 3
/** Of this connection alone, as HTTP says; the rest goes on. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'te', 'upgrade'])

const passedOn = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.has(name)))

/** A reverse proxy as stands before several servers: in turn, to those that say they are ready. Port 0: any. */
export async function startProxy(origins: readonly string[], port = 0): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  let turn = 0

  const misses = new Map<string, number>()
  const look = async (origin: string) => {
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
      await look(origin)
      await sleep(LOOK_MS, undefined, { signal: ending.signal }).catch(() => undefined)
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
        ...passedOn(headers),
        'x-forwarded-for': socket.remoteAddress,
        'x-forwarded-host': headers.host,
        'x-forwarded-proto': 'http',
      },
    })
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers))
      response.flushHeaders()
      // Either side may leave in the middle; the other is told by the end of its own connection.
      pipeline(answer, response, () => undefined)
    })
    upstream.on('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end('the server broke off')
    })
    response.on('close', () => upstream.destroy())
    pipeline(request, upstream, () => undefined)
  })
  // As the servers do: after five seconds, as by default, somebody would be asking again just as it is shut.
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
