import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { AppError } from '../../http/errors.ts'
import { beginSpan, during } from '../../tracing/tracing.ts'
import { killGroup, lowerPriority, launchOptions } from './priority.ts'
import type { TaskAnswer, TaskRequest, LimitExceeded, TasksOf } from './tasks.ts'
import { createTurns, type Asker } from './turns.ts'

export type { Asker } from './turns.ts'

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

interface RunOptions extends Asker {
  cpuMs: number
  /** Real time after which a task is given up. By default a multiple of `cpuMs`, for a machine that is busy. */
  wallMs?: number
  /** Tasks with a lower rank run first. */
  rank?: number
}

interface Pending {
  kind: string
  task: unknown
  options: RunOptions
  tries: number
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export interface TaskWorker<S extends TasksOf<S>> {
  run: <K extends keyof S & string>(
    kind: K,
    task: Parameters<S[K]>[0],
    options: RunOptions,
  ) => Promise<Awaited<ReturnType<S[K]>>>
  close: () => void
}

/** `killed`: from outside, as Linux does when it runs out of memory. `unstarted`: the machine had no room for it. */
type EndReason = LimitExceeded['exceeded'] | 'crash' | 'killed' | 'unstarted'

/** What was worked on when the process ended may be at fault. */
type FileReason = Exclude<EndReason, 'killed' | 'unstarted'>

const messagesFor = (subject: string): Record<FileReason, string> => ({
  time: `We took too long to read this ${subject}. Make it smaller and upload that one.`,
  memory: `This ${subject} needs too much memory. Make it smaller and upload it again.`,
  crash: `We couldn’t read this ${subject}. Save it in another format and upload that one.`,
})

/** A task was lost with its process: another process may manage what was too much for this one. */
export class LostTask extends AppError {
  readonly reason: EndReason

  constructor(subject: string, reason: EndReason) {
    if (reason === 'killed' || reason === 'unstarted')
      super('unavailable', `Plinth is too busy to work on this ${subject}. Try again in a moment.`)
    else super('media.unreadable', messagesFor(subject)[reason])
    this.reason = reason
  }
}

/**
 * A worker process and its queue of tasks. It is started for the first task, runs one task at a time and is stopped
 * when it has been idle for a minute. People take turns, so nobody waits for all the files of somebody else. A task
 * whose asker has left is dropped, even while it runs.
 */
export function createWorker<S extends TasksOf<S>>({
  child: childFile,
  subject,
  niceness,
  args = [],
  heapMb = 128,
}: WorkerOptions): TaskWorker<S> {
  const lostError = (reason: EndReason): LostTask =>
    Object.assign(new LostTask(subject, reason), {
      cause: new Error(`${path.basename(childFile.pathname)} ended: ${reason}`),
    })
  const turns = createTurns()
  let waiting: Pending[] = []
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
      if (started.pid !== undefined) return
      endReason = 'unstarted'
      onEnd(started)
    })
    started.on('exit', (_code, signal) => {
      // What it has started must not go on without its limits.
      if (started.pid !== undefined) killGroup(started.pid)
      if (started === child && endReason === 'crash' && signal === 'SIGKILL') endReason = 'killed'
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
      const { signal } = pending.options
      if (signal?.aborted === true) pending.reject(signal.reason)
      else if (isWorthRetry() && pending.tries < TRIES && !closed) waiting.unshift(pending)
      else pending.reject(lostError(endReason))
    })
  }
  const isWorthRetry = () => endReason === 'crash' || endReason === 'killed'

  const next = (): void => {
    if (current !== null || closed) return
    if (waiting.length === 0) {
      timer = setTimeout(stop, IDLE_MS).unref()
      return
    }
    clearTimeout(timer)
    const first = turns.take(waiting)
    waiting = waiting.filter((one) => one !== first)
    current = first
    first.tries += 1
    endReason = 'crash'
    child ??= start()
    // A working process keeps the server alive, an idle one does not.
    child.ref()
    timer = setTimeout(
      () => {
        endReason = 'time'
        stop()
      },
      first.options.wallMs ?? first.options.cpuMs * WALL_FACTOR,
    )
    // If the process has died, `exit` reports it.
    const { kind, task, options } = first
    const request: TaskRequest = { kind, task, cpuMs: options.cpuMs }
    child.send(request, () => undefined)
  }

  const stop = (): void => {
    if (child?.pid !== undefined) killGroup(child.pid)
  }

  /** Nobody waits for this one any more. */
  const drop = (pending: Pending): void => {
    if (pending === current) return stop()
    waiting = waiting.filter((one) => one !== pending)
    pending.reject(pending.options.signal?.reason)
  }

  return {
    run: (kind, task, options) => {
      const { signal } = options
      const run = () =>
        new Promise<never>((resolve, reject) => {
          if (closed) return reject(closing())
          if (signal?.aborted === true) return reject(signal.reason as Error)
          const leave = () => drop(pending)
          const pending: Pending = {
            kind,
            task,
            options,
            tries: 0,
            resolve: (value) => {
              signal?.removeEventListener('abort', leave)
              resolve(value as never)
            },
            reject: (error) => {
              signal?.removeEventListener('abort', leave)
              reject(error)
            },
          }
          signal?.addEventListener('abort', leave)
          waiting.push(pending)
          next()
        })
      return during(beginSpan(`${subject} ${kind}`, 'inside'), run)
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      const unfinished = current === null ? waiting : [...waiting, current]
      waiting = []
      current = null
      for (const { reject } of unfinished) reject(closing())
      stop()
    },
  }
}

const closing = () => new AppError('unavailable', 'Plinth is restarting. Try again in a moment.')
