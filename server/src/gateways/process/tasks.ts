import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'

/** The child's side of child-lane.ts: it opens what strangers send, and may die of it. */

const WATCH_MS = 50
/** Errors of this machine and not of the file, as Node names and as FFmpeg numbers them. */
const FAULTS = new Map<unknown, string>(
  (['ENOSPC', 'ENOENT'] as const).flatMap((name) => [
    [name, name],
    [-os.constants.errno[name], name],
  ]),
)

/** A file we do not want, with a sentence for its owner. */
export class Refusal extends Error {}

interface ServeOptions {
  /** The sentence for whatever goes wrong that has none of its own. */
  damaged: string
  maxRssBytes: number
}

/** Answers the parent's tasks until it is gone, or until one of them needs more than it may have. */
export function serveTasks<S extends TasksOf<S>>(handlers: S, options: ServeOptions): void {
  lowerPriority(Number(process.argv[2]))
  let deadline = Infinity

  process.on('message', ({ kind, task, cpuMs }: TaskRequest) => {
    deadline = usedCpuMs() + cpuMs
    const handler = handlers[kind as keyof S] as unknown as (task: unknown) => Promise<unknown>
    void answer(() => handler(task), options.damaged).then((message) => {
      deadline = Infinity
      process.send?.(message)
    })
  })
  process.on('disconnect', exitNow)
  setInterval(() => {
    const isTooLarge = process.memoryUsage.rss() > options.maxRssBytes
    if (!isTooLarge && usedCpuMs() <= deadline) return
    const message: LimitExceeded = { exceeded: isTooLarge ? 'memory' : 'time' }
    process.send?.(message, exitNow)
  }, WATCH_MS).unref()
  // Where memory runs out on Linux, this process is the one to go, and not the database.
  void writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined)
}

/** On Linux a priority is that of one thread, and those that decode have begun before this one has a say. */
function lowerPriority(niceness: number): void {
  if (process.platform !== 'linux') return os.setPriority(niceness)
  for (const thread of readdirSync('/proc/self/task')) os.setPriority(Number(thread), niceness)
}

async function answer(work: () => Promise<unknown>, damaged: string): Promise<TaskAnswer> {
  try {
    return { value: await work() }
  } catch (error) {
    const fault = FAULTS.get((error as { code?: unknown }).code)
    if (fault !== undefined) return { fault }
    return { refusal: error instanceof Refusal ? error.message : damaged }
  }
}

function usedCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

// An orderly exit would wait for the decoder's threads, which may be the ones that do not end.
const exitNow = () => process.kill(process.pid, 'SIGKILL')

/** What a child process can do: for each kind of task, what it gets and what it answers. */
export type TasksOf<S> = { [K in keyof S]: (task: never) => Promise<unknown> }

export interface TaskRequest {
  kind: string
  task: unknown
  /** Time on a processor, so that a busy machine makes a thing late and not impossible. */
  cpuMs: number
}

/** `refusal` is a sentence for the file's owner, `fault` the code of an error of this machine. */
export type TaskAnswer = { value: unknown } | { refusal: string } | { fault: string }

/** The child's last words: it ends itself because it has grown past a limit of its own. */
export interface LimitExceeded {
  exceeded: 'memory' | 'time'
}
