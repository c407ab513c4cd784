import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const program = (process.env.PATH ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'redis-server'))
  .find((file) => existsSync(file))

/** Whether Redis is installed here. `npm test` installs it if it may. */
export const HAS_REDIS = program !== undefined

export interface TestRedis {
  url: string
  start: () => Promise<void>
  /** Kills it without a clean shutdown. */
  kill: () => Promise<void>
}

/** A Redis for this port that stores nothing on disk. Call `start` to start it. */
export function makeRedis(port: number): TestRedis {
  let child: ChildProcess | null = null
  return {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      child = await startOn(port)
    },
    kill: async () => {
      if (child === null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      child = null
    },
  }
}

async function startOn(port: number): Promise<ChildProcess> {
  const settings = { port, bind: '127.0.0.1', dir: os.tmpdir(), save: '', appendonly: 'no' }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(program ?? 'redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('Ready to accept connections')) break
  }
  if (child.exitCode !== null) throw new Error(`Redis ended with ${child.exitCode}.`)
  // Later output is not needed.
  child.stdout.resume()
  return child
}
