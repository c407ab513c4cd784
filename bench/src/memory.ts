import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from './inspector.ts'

export interface ServerMemory {
  /** Bytes in use: the heap, and the external memory that its objects hold. */
  used: number
  /** Resident bytes of the process. */
  resident: number
}

/** A server that was started with `--inspect`. */
export interface InspectedServer {
  url: string
  pid: number
  inspectPort: number
}

/** Collects the server's garbage, then measures its memory. */
export async function memoryOf({ pid, inspectPort }: InspectedServer): Promise<ServerMemory> {
  const ask = await inspect(inspectPort)
  await ask('HeapProfiler.collectGarbage')
  // The allocator returns free memory to the system a moment later.
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

const EVERY_MS = 500

/** Peak anonymous memory. Program code is left out, because the processes share it. */
export interface PeakMemory {
  /** Bytes of the server alone. */
  server: number
  /** Bytes of the server and all its worker processes. */
  all: number
}

/** Samples the memory of a process and its children from /proc. The returned function stops and gives the peak. */
export function watchMemory(pid: number): () => PeakMemory {
  const peak: PeakMemory = { server: 0, all: 0 }
  const sample = () => {
    const server = bytesOf(pid)
    const children = childrenOf(pid).reduce((sum, child) => sum + bytesOf(child), 0)
    peak.server = Math.max(peak.server, server)
    peak.all = Math.max(peak.all, server + children)
  }
  sample()
  const timer = setInterval(sample, EVERY_MS)
  return () => {
    clearInterval(timer)
    return peak
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    // The command name before the parent's pid may contain anything, even brackets.
    .filter((pid) => Number(/^.*\) \S (\d+)/s.exec(read(pid, 'stat'))?.[1]) === parent)

const bytesOf = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1] ?? 0) * 1_024

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process has ended in the meantime.
    return ''
  }
}
