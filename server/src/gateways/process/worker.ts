import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { AppError } from '../../http/errors.ts'
import { beginSpan, during } from '../../tracing/tracing.ts'
import { killGroup, lowerPriority, launchOptions } from './priority.ts'
import type { TaskAnswer, TaskRequest, LimitExceeded, TasksOf } from './tasks.ts'

const IDLE_MS = 60_000
/** How many times its processor time a task may take in real time on a busy machine. */
const WALL_FACTOR = 15
/** A process that dies without a reason may have been killed from outside, so its task is tried again. */
const TRIES = 2

export interface WorkerOptions {
  /** The file that the worker process runs. */
  child: URL
  /** What it works on, as the messages to the file's owner call it. */
  subject: 'picture' | 'video' | 'sound' | 'document'
  /** Scheduling priority: above 0 the process yields to requests and to the database; at 19 it only gets idle time. */
  niceness: number
  /** What else the worker process is started with. */
  args?: readonly string[]
  /** Limit of the JavaScript heap. Decoders use memory outside of it. */
  heapMb?: number
}

interface RunOptions {
  cpuMs: number
  /** Tasks with a lower rank run first. */
  rank?: number
}

interface Pending {
  kind: string
  task: unknown
  options: RunOptions
  tries: number
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

export interface TaskWorker<S extends TasksOf<S>> {
  run: <K extends keyof S & string>(
    kind: K,
    task: Parameters<S[K]>[0],
    options: RunOptions,
  ) => Promise<Awaited<ReturnType<S[K]>>>
  close: () => void
}

type EndReason = LimitExceeded['exceeded'] | 'crash'

const messagesFor = (subject: string): Record<EndReason, string> => ({
  time: `We took too long to read this ${subject}. Make it smaller and upload that one.`,
  memory: `This ${subject} needs too much memory. Make it smaller and upload it again.`,
  crash: `We couldn’t read this ${subject}. Save it in another format and upload that one.`,
})

/**
 * A worker process and its queue of tasks. It is started for the first task, runs one task at a time and is stopped
 * when it has been idle for a minute.
 */
export function createWorker<S extends TasksOf<S>>({
  child: childFile,
  subject,
  niceness,
  args = [],
  heapMb = 128,
}: WorkerOptions): TaskWorker<S> {
  const messages = messagesFor(subject)
  /** Unlike a refusal this error has a cause: another process may manage what was too much for this one. */
  const lostError = (what: EndReason): AppError =>
    Object.assign(new AppError('media.unreadable', messages[what]), {
      cause: new Error(`${path.basename(childFile.pathname)} ended: ${what}`),
    })
  const waiting: Pending[] = []
  let current: Pending | null = null
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | undefined
  let endReason: EndReason = 'crash'
  let closed = false

  const start = (): ChildProcess => {
    const started = fork(childFile, [String(niceness), ...args], {
      ...launchOptions(niceness, [
        `--max-old-space-size=${heapMb}`,
        '--disable-warning=ExperimentalWarning',
      ]),
      // The process gets none of our settings, so an exploited decoder finds no secrets.
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    if (started.pid !== undefined) lowerPriority(started.pid, niceness)
    started.channel?.unref()
    started.on('message', (answer: TaskAnswer | LimitExceeded) => {
      // Messages of a process that has been replaced belong to a task that another one has taken over.
      if (started !== child) return
      if ('exceeded' in answer) {
        endReason = answer.exceeded
        return
      }
      settle(({ resolve, reject }) => {
        if ('fault' in answer)
          reject(Object.assign(new Error(answer.fault), { code: answer.fault }))
        else if ('refusal' in answer) reject(new AppError('media.unreadable', answer.refusal))
        else resolve(answer.value)
      })
    })
    // After a failed start there is no `exit` event.
    started.on('error', () => {
      if (started.pid === undefined) onEnd(started)
    })
    started.on('exit', () => {
      // What it has started must not go on without its limits.
      if (started.pid !== undefined) killGroup(started.pid)
      onEnd(started)
    })
    return started
  }

  const settle = (finish: (pending: Pending) => void): void => {
    clearTimeout(timer)
    child?.unref()
    const pending = current
    current = null
    if (pending !== null) finish(pending)
    next()
  }

  const onEnd = (which: ChildProcess): void => {
    if (which !== child) return
    child = null
    settle((pending) => {
      if (endReason === 'crash' && pending.tries < TRIES && !closed) waiting.unshift(pending)
      else pending.reject(lostError(endReason))
    })
  }

  const next = (): void => {
    if (current !== null || closed) return
    if (waiting.length === 0) {
      timer = setTimeout(stop, IDLE_MS).unref()
      return
    }
    clearTimeout(timer)
    const first = waiting.reduce((best, one) => (rankOf(one) < rankOf(best) ? one : best))
    waiting.splice(waiting.indexOf(first), 1)
    current = first
    first.tries += 1
    endReason = 'crash'
    child ??= start()
    // A working process keeps the server alive, an idle one does not.
    child.ref()
    timer = setTimeout(() => {
      endReason = 'time'
      stop()
    }, first.options.cpuMs * WALL_FACTOR)
    // If the process has died, `exit` reports it.
    const { kind, task, options } = first
    const request: TaskRequest = { kind, task, cpuMs: options.cpuMs }
    child.send(request, () => undefined)
  }

  const stop = (): void => {
    if (child?.pid !== undefined) killGroup(child.pid)
  }

  return {
    run: (kind, task, options) => {
      const run = () =>
        new Promise<never>((resolve, reject) => {
          if (closed) return reject(closing())
          waiting.push({
            kind,
            task,
            options,
            tries: 0,
            resolve: resolve as (value: unknown) => void,
            reject,
          })
          next()
        })
      return during(beginSpan(`${subject} ${kind}`, 'inside'), run)
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      for (const pending of [...waiting.splice(0), ...(current ? [current] : [])]) {
        pending.reject(closing())
      }
      current = null
      stop()
    },
  }
}

const rankOf = ({ options }: Pending): number => options.rank ?? 0

const closing = () => new AppError('unavailable', 'Plinth is restarting. Try again in a moment.')
