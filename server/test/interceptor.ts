import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An action to run before or after a matching call is forwarded. */
export interface Interception {
  method: string
  /** The start of its path. */
  path: string
  when: 'before' | 'after'
  /** Whether the caller still gets the answer. */
  isAnswered: boolean
  act: () => Promise<void>
}
export interface Interceptor {
  url: string
  /** Intercepts the next matching call. */
  await: (interception: Interception) => void
  /** Whether the interception has happened. */
  isOver: () => boolean
  close: () => Promise<void>
}

/** Starts a proxy to a server that can intercept a single call. */
export async function startInterceptor(target: string): Promise<Interceptor> {
  let waiting: Interception | null = null
  const forwardCall = async (call: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await call.toArray())
    const interception =
      waiting !== null && call.method === waiting.method && call.url?.startsWith(waiting.path)
        ? waiting
        : null
    if (interception !== null) waiting = null
    if (interception?.when === 'before') {
      await interception.act()
      if (!interception.isAnswered) return void call.socket.destroy()
    }
    const answered = await forward(target, call, body)
    if (interception?.when === 'after') {
      await interception.act()
      if (!interception.isAnswered) return void call.socket.destroy()
    }
    answer.writeHead(answered.status, answered.headers).end(answered.body)
  }
  const server = createServer((call, answer) => {
    // The caller may be gone by now.
    forwardCall(call, answer).catch(() => call.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    await: (interception) => {
      waiting = interception
    },
    isOver: () => waiting === null,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

interface ServerAnswer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}
async function forward(target: string, call: IncomingMessage, body: Buffer): Promise<ServerAnswer> {
  const onward = request(new URL(call.url ?? '/', target), {
    method: call.method ?? 'GET',
    headers: call.headers,
  })
  onward.end(body)
  const [answer] = (await once(onward, 'response')) as [IncomingMessage]
  return {
    status: answer.statusCode ?? 502,
    headers: answer.headers,
    body: Buffer.concat(await answer.toArray()),
  }
}
