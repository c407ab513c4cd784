import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { JOURNEY_SETTINGS } from '../scripts/lib/journeys.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The data folder of the Plinth under test. */
export const WORLD = path.join(root, '.plinth/test/world')

/** PLINTH_URL names a Plinth that is already running, as in `npm test`, which starts it beside the other tests. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.PLINTH_URL) return () => Promise.resolve()
  const world = await openWorld()
  process.env.PLINTH_URL = world.url
  return world.stop
}

/** Starts a whole Plinth with the demo world in a new data folder, as a person would. */
export function openWorld(): Promise<RunningPlinth> {
  rmSync(WORLD, { recursive: true, force: true })
  return startPlinth(WORLD)
}

/** Data folders of journeys that start a Plinth of their own. */
export const folderFor = (name: string): string => path.join(root, '.plinth/test', name)

export interface RunningPlinth {
  url: string
  pid: number
  stop: () => Promise<void>
}

/** Runs `npm start` on this data folder; resolves when Plinth says that it is open. */
export async function startPlinth(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<RunningPlinth> {
  const port = settings['PORT'] ?? String(await freePort())
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: port,
      PLINTH_DATA: dataDir,
      ...JOURNEY_SETTINGS,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Plinth is open')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then(() => reject(new Error(`Plinth did not start:\n${output}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
