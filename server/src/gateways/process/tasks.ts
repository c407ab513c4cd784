/** The worker process's side of worker.ts. It opens files that anyone may have sent, and may crash on them. */
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import { LACKS } from './machine.ts'
import { killGroup, lowerTo } from './priority.ts'

const WATCH_MS = 50
/**
 * Errors of this machine, not of the file, by Node's names and by FFmpeg's numbers. A decoder that gets no memory has
 * most often been told by the file to ask for too much.
 */
const FAULTS = new Map<unknown, string>(
  ([...LACKS, 'ENOENT'] as const).flatMap((name) =>
    name === 'ENOMEM'
      ? []
      : [
          [name, name],
          [-os.constants.errno[name], name],
        ],
  ),
)
/** libvips and FFmpeg put the system's own words into their messages. */
const FAULTS_IN_WORDS: readonly [RegExp, string][] = [
  [/No space left on device/, 'ENOSPC'],
  [/Disk quota exceeded/, 'EDQUOT'],
  [/Too many open files/, 'EMFILE'],
]

/** The code of what this machine lacks; undefined when the file is at fault. */
const faultOf = ({ code, message = '' }: { code?: unknown; message?: string }) =>
  FAULTS.get(code) ?? FAULTS_IN_WORDS.find(([words]) => words.test(message))?.[1]

/** Thrown for a file that we do not accept. The message is shown to its owner. */
export class Refusal extends Error {}

interface ServeOptions {
  /** The message for any other error. */
  damaged: string
  maxRssBytes: number
  /** What programs use that the tasks start. They count as part of this process. */
  usedByPrograms?: () => Usage
}

/** Of a process: processor time since its start, and memory now. */
export interface Usage {
  cpuMs: number
  rssBytes: number
}

const NO_PROGRAMS: Usage = { cpuMs: 0, rssBytes: 0 }

/** What the parent has started this process with, for its tasks. */
export const workerArguments = (): string[] => process.argv.slice(3)

/** Runs the parent's tasks until it disconnects, or until a task exceeds its limits. */
export function serveTasks<S extends TasksOf<S>>(handlers: S, options: ServeOptions): void {
  lowerPriority(Number(process.argv[2]))
  const usedByPrograms = options.usedByPrograms ?? (() => NO_PROGRAMS)
  let deadline = Infinity

  process.on('message', ({ kind, task, cpuMs }: TaskRequest) => {
    deadline = usedCpuMs() + usedByPrograms().cpuMs + cpuMs
    const handler = handlers[kind as keyof S] as unknown as (task: unknown) => Promise<unknown>
    void answer(() => handler(task), options.damaged).then((message) => {
      deadline = Infinity
      process.send?.(message)
    })
  })
  // Nobody else would end the programs that this process has started.
  process.on('disconnect', () => killGroup(process.pid))
  setInterval(() => {
    const { cpuMs, rssBytes } = usedByPrograms()
    const isTooLarge = process.memoryUsage.rss() + rssBytes > options.maxRssBytes
    if (!isTooLarge && usedCpuMs() + cpuMs <= deadline) return
    const message: LimitExceeded = { exceeded: isTooLarge ? 'memory' : 'time' }
    process.send?.(message, exitNow)
  }, WATCH_MS).unref()
  // If Linux runs out of memory, it should kill this process rather than the database.
  void writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)
}

/** On Linux each thread has its own priority, and the decoders' threads have already started. */
function lowerPriority(niceness: number): void {
  if (process.platform !== 'linux') return lowerTo(process.pid, niceness)
  for (const thread of readdirSync('/proc/self/task')) lowerTo(Number(thread), niceness)
}

async function answer(work: () => Promise<unknown>, damaged: string): Promise<TaskAnswer> {
  try {
    return { value: await work() }
  } catch (error) {
    const fault = faultOf(error as Error)
    if (fault !== undefined) return { fault }
    return { refusal: error instanceof Refusal ? error.message : damaged }
  }
}

function usedCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * A regular exit would wait for the decoder's threads, which may be the ones that hang. Not by SIGKILL, which tells the
 * parent that the machine ended this process; it ends the programs that this one has started.
 */
export const exitNow = (): void => void process.kill(process.pid, 'SIGTERM')

/** Every kind of task that a worker process handles, with its input and output. */
export type TasksOf<S> = { [K in keyof S]: (task: never) => Promise<unknown> }

export interface TaskRequest {
  kind: string
  task: unknown
  /** Processor time, so that a busy machine delays a task but does not make it fail. */
  cpuMs: number
}

/** `refusal` is a message for the file's owner, `fault` the code of an error of this machine. */
export type TaskAnswer = { value: unknown } | { refusal: string } | { fault: string }

/** The last message of a process that stops itself because it has exceeded a limit. */
export interface LimitExceeded {
  exceeded: 'memory' | 'time'
}
