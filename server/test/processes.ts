import { readdirSync, readFileSync } from 'node:fs'

/** Processes that this one started and whose command holds these words, read from /proc. */
export function childrenRunning(words: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === process.pid && read(pid, 'cmdline').includes(words))
    .map(Number)
}

/** The field after the state; the command before it may hold anything, brackets included. */
const parentOf = (pid: string): number => Number(/^.*\) \S (\d+)/s.exec(read(pid, 'stat'))?.[1])

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}
