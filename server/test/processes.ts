import { readdirSync, readFileSync } from 'node:fs'

/** Processes that this one started and whose command holds these words, read from /proc. */
export function childrenRunning(words: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === process.pid && read(pid, 'cmdline').includes(words))
    .map(Number)
}

/** The process that leads the session of this one. */
export const sessionOf = (pid: number): number => factsOf(pid)[2] ?? 0

/** What counts for the session of this process against all others, where Linux shares out the processors so. */
export const groupNiceness = (pid: number): number =>
  Number(/nice (-?\d+)/.exec(read(pid, 'autogroup'))?.[1])

const parentOf = (pid: string): number => factsOf(pid)[0] ?? 0

/** Parent, group and session follow the state; the command before it may hold anything, brackets included. */
const factsOf = (pid: string | number): number[] =>
  (/^.*\) \S (\d+ \d+ \d+)/s.exec(read(pid, 'stat'))?.[1] ?? '').split(' ').map(Number)

function read(pid: string | number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}
