import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { BenchEnv } from '../env.ts'

export interface UploadTask {
  env: BenchEnv
  cookie: string
  /** Paths of the files to upload, in turn. */
  files: readonly string[]
  count: number
  connections: number
}

export interface Uploads {
  ids: string[]
  /** Milliseconds of each upload, from its first byte to the response. */
  times: number[]
}

export type UploadReport = Uploads | { failure: string }

/**
 * Uploads the files from another process. Real people upload from their own machines, so this process has the lowest
 * priority: it only gets processor time that nothing else wants.
 */
export async function sendUploads(task: UploadTask): Promise<Uploads> {
  const child = fork(path.join(import.meta.dirname, 'uploaders-process.ts'))
  try {
    child.send(task)
    const [report] = (await Promise.race([once(child, 'message'), endOf(child)])) as [UploadReport]
    if ('failure' in report) throw new Error(report.failure)
    return report
  } finally {
    child.kill()
  }
}

async function endOf(child: ReturnType<typeof fork>): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null]
  throw new Error(`The upload process ended with ${code ?? 'a signal'}.`)
}
