/** Starts the operator's programs. Their limits are those of the worker process that starts them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { exitNow, type Usage } from '../../process/tasks.ts'

/** The kernel's unit of processor time, the same on every Linux. */
const TICK_MS = 10
/** Fields of /proc/…/stat behind the name, which may contain anything. */
const [USER_TIME, SYSTEM_TIME] = [11, 12]
/** How much of the end of what a program says is kept. */
const MAX_SAID = 4_096

/** Running programs, with what was last measured of them. */
const running = new Map<ChildProcess, Usage>()
let endedCpuMs = 0

/** What the programs of this process use. Of one that has ended, what was measured last counts. */
export function usedByPrograms(): Usage {
  const total: Usage = { cpuMs: endedCpuMs, rssBytes: 0 }
  for (const [child, last] of running) {
    const now = usageOf(child) ?? last
    running.set(child, now)
    total.cpuMs += now.cpuMs
    total.rssBytes += now.rssBytes
  }
  return total
}

function usageOf({ pid }: ChildProcess): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])
    const resident = /^VmRSS:\s+(?<kb>\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return { cpuMs: ticks * TICK_MS, rssBytes: Number(resident?.groups?.kb ?? 0) * 1_024 }
  } catch {
    // It has ended.
    return null
  }
}

/**
 * Runs a program and yields its output. Throws if it fails or finds the file damaged. It is killed when the caller needs
 * no more of it.
 */
export async function* outputOf(
  program: string,
  words: readonly string[],
  input?: Uint8Array,
): AsyncGenerator<Buffer> {
  const child = spawn(program, words, {
    // Like the worker process, it finds none of our settings.
    env: { LC_ALL: 'C', MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.set(child, { cpuMs: 0, rssBytes: 0 })
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  // A failed start would otherwise end this process before the error is awaited below.
  closed.catch(() => undefined)
  let said = ''
  let isDamaged = false
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MAX_SAID)
    isDamaged ||= said.includes('Packet corrupt')
  })
  // A program that has read enough closes its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  let isStopped = true
  try {
    // Without a program there is an error that says so, and no output.
    await once(child, 'spawn')
    for await (const chunk of child.stdout) yield chunk as Buffer
    const [code, signal] = await closed
    isStopped = false
    // As with a library that crashes: another worker process tries again, or the owner is told.
    if (signal !== null) exitNow()
    if (code !== 0 || isDamaged) throw failureOf(said)
  } finally {
    if (isStopped) {
      child.kill('SIGKILL')
      await closed.catch(() => undefined)
    }
    endedCpuMs += running.get(child)?.cpuMs ?? 0
    running.delete(child)
  }
}

/** A full disk is no fault of the file. */
const failureOf = (said: string): Error =>
  Object.assign(new Error(said), /: No space left on device\s*$/m.test(said) && { code: 'ENOSPC' })

/** Runs a program and returns all of its output, which may be as long as `maxBytes`. */
export async function wholeOutputOf(
  program: string,
  words: readonly string[],
  { input, maxBytes }: { input?: Uint8Array; maxBytes: number },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of outputOf(program, words, input)) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error('too much output')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Yields output in pieces, each of which holds whole units of so many bytes. A rest is left out. */
export async function* unitsOf(
  chunks: AsyncIterable<Buffer>,
  unitBytes: number,
): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    heldBytes += chunk.length
    if (heldBytes < unitBytes) continue
    const all = Buffer.concat(held)
    const whole = all.length - (all.length % unitBytes)
    yield all.subarray(0, whole)
    held = [all.subarray(whole)]
    heldBytes = all.length - whole
  }
}
