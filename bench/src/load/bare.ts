import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Figures } from '../figures.ts'
import { loadHttp } from './http.ts'

/** Measures the ceiling: a bare Fastify process that serves the same bytes for the same paths. */
export async function loadBare(
  bodies: ReadonlyMap<string, string>,
  paths: readonly string[],
  seconds: number,
): Promise<Figures> {
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'))
  try {
    child.send(Object.fromEntries(bodies))
    const [origin] = (await once(child, 'message')) as [string]
    return await loadHttp({ origin, paths, cookie: null, seconds })
  } finally {
    child.kill()
  }
}
