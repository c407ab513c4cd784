import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ServerMemory {
  /** What is in use: the heap, and what hangs on it outside. */
  used: number
  /** What the process holds. */
  resident: number
}

/** A server that was started with `--inspect`. */
export interface InspectedServer {
  url: string
  pid: number
  inspectPort: number
}

/** Memory of a server after its garbage was collected. */
export async function memoryOf({ pid, inspectPort }: InspectedServer): Promise<ServerMemory> {
  const ask = await inspect(inspectPort)
  await ask('HeapProfiler.collectGarbage')
  // The allocator gives back what is free a moment later.
  await sleep(1_000)
  await ask('HeapProfiler.collectGarbage')
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
  const { result } = (await ask('Runtime.evaluate', { expression })) as {
    result: { value: number }
  }
  await ask.end()
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const resident = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1_024
  return { used: result.value, resident }
}

type Ask = ((method: string, params?: object) => Promise<unknown>) & { end: () => Promise<void> }

async function inspect(port: number): Promise<Ask> {
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
