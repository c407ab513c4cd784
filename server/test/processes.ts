import { readdirSync, readFileSync } from 'node:fs'

/** The child processes of this one whose command contains these words, read from /proc. */
export function childrenRunning(words: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === process.pid && read(pid, 'cmdline').includes(words))
    .map(Number)
}

/** The process that leads the session of this process. */
export const sessionOf = (pid: number): number => factsOf(pid)[2] ?? 0

/** The autogroup niceness of this process, by which Linux weighs its session against others. */
export const groupNiceness = (pid: number): number =>
  Number(/nice (-?\d+)/.exec(read(pid, 'autogroup'))?.[1])

/** Whether this process only gets time that nobody else wants (SCHED_IDLE). */
export const isIdle = (pid: number): boolean =>
  // The 39th field after the command is the policy.
  /^.*\) (.*)$/s.exec(read(pid, 'stat'))?.[1]?.split(' ')[38] === '5'

const parentOf = (pid: string): number => factsOf(pid)[0] ?? 0

/** Parent, group and session. The command before them may contain anything, even brackets. */
const factsOf = (pid: string | number): number[] =>
  (/^.*\) \S (\d+ \d+ \d+)/s.exec(read(pid, 'stat'))?.[1] ?? '').split(' ').map(Number)

function read(pid: string | number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

/** The child processes of any process. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
