import { once } from 'node:events'

/** Asks a Node process that was started with `--inspect`. */
export type Ask = ((method: string, params?: object) => Promise<unknown>) & {
  end: () => Promise<void>
}

export async function inspect(port: number): Promise<Ask> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  let last = 0
  const ask = async (method: string, params: object = {}) => {
    last += 1
    const id = last
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [event] = (await once(socket, 'message')) as [{ data: string }]
      const answer = JSON.parse(event.data) as { id?: number; result?: unknown }
      if (answer.id === id) return answer.result
    }
  }
  const end = async () => {
    const closed = once(socket, 'close')
    socket.close()
    await closed
  }
  return Object.assign(ask, { end })
}
