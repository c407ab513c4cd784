import { readdirSync, readFileSync } from 'node:fs'

const EVERY_MS = 500

export interface Memory {
  /** Most bytes at one moment: of the server alone, and with all its children. Programs themselves, which they share, are left out. */
  server: number
  all: number
}

/** Watches a process and its children, from /proc; what it answers ends the watch. */
export function watchMemory(pid: number): () => Memory {
  const most: Memory = { server: 0, all: 0 }
  const look = () => {
    const server = bytesOf(pid)
    const children = childrenOf(pid).reduce((sum, child) => sum + bytesOf(child), 0)
    most.server = Math.max(most.server, server)
    most.all = Math.max(most.all, server + children)
  }
  look()
  const timer = setInterval(look, EVERY_MS)
  return () => {
    clearInterval(timer)
    return most
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    // The command before the parent's number may hold anything, brackets included.
    .filter((pid) => Number(/^.*\) \S (\d+)/s.exec(read(pid, 'stat'))?.[1]) === parent)

const bytesOf = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1] ?? 0) * 1_024

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}
