import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { BenchEnv } from '../env.ts'

export interface SendersTask {
  env: BenchEnv
  cookie: string
  /** Paths of what is sent, in turn. */
  files: readonly string[]
  count: number
  connections: number
}

export interface Sent {
  ids: string[]
  /** Milliseconds of each upload, from its first byte to its answer. */
  times: number[]
}

export type SendersTold = Sent | { failure: string }

/**
 * People who upload. They sit at machines of their own, so here they are a process that takes of this one only what
 * nobody else wants.
 */
export async function sendUploads(task: SendersTask): Promise<Sent> {
  const child = fork(path.join(import.meta.dirname, 'uploaders-process.ts'))
  try {
    child.send(task)
    const [told] = (await Promise.race([once(child, 'message'), endOf(child)])) as [SendersTold]
    if ('failure' in told) throw new Error(told.failure)
    return told
  } finally {
    child.kill()
  }
}

async function endOf(child: ReturnType<typeof fork>): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null]
  throw new Error(`Those who upload ended with ${code ?? 'a signal'}.`)
}
