import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where something happens on the way of a call to a server and back. */
export interface Interception {
  method: string
  /** The beginning of its path. */
  path: string
  when: 'before' | 'after'
  /** Whether the answer is handed on all the same. */
  isAnswered: boolean
  act: () => Promise<void>
}
export interface Interceptor {
  url: string
  /** Lies in wait for the next call of a kind. */
  await: (ambush: Interception) => void
  /** Whether nothing lies in wait any more. */
  isOver: () => boolean
  close: () => Promise<void>
}

/** Carries calls to a server, and can be held up in exactly one place. */
export async function startInterceptor(target: string): Promise<Interceptor> {
  let waiting: Interception | null = null
  const carry = async (call: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await call.toArray())
    const ambush =
      waiting !== null && call.method === waiting.method && call.url?.startsWith(waiting.path)
        ? waiting
        : null
    if (ambush !== null) waiting = null
    if (ambush?.when === 'before') {
      await ambush.act()
      if (!ambush.isAnswered) return void call.socket.destroy()
    }
    const said = await forward(target, call, body)
    if (ambush?.when === 'after') {
      await ambush.act()
      if (!ambush.isAnswered) return void call.socket.destroy()
    }
    answer.writeHead(said.status, said.headers).end(said.body)
  }
  const server = createServer((call, answer) => {
    // Who asked may be dead by now.
    carry(call, answer).catch(() => call.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    await: (ambush) => {
      waiting = ambush
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

interface Said {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}
async function forward(target: string, call: IncomingMessage, body: Buffer): Promise<Said> {
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
