import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PUBLIC_URL, type TestApp } from './app.ts'
import { freePort } from './sandbox.ts'

/** Mounts a disk of its own over the data folder, for this process and its children alone, and becomes the server. */
const ON_DISK = 'mount -t tmpfs -o size="$0" tmpfs "$PLINTH_DATA" && exec "$@"'

export interface ServerProcess {
  origin: string
  child: ChildProcess
  /** Its data folder, as this process reaches it. */
  dataDir: string
  /** Memory in bytes: now, and the peak since the last call. */
  memory: () => { now: number; most: number }
  /** Its log so far. */
  log: () => string
  stop: () => Promise<void>
}

/**
 * Starts the real server in its own process, with the database and data folder of a test app. With `diskSize` (`160m`)
 * that folder is empty and on a disk of this size, which needs Linux.
 */
export async function startServerProcess(
  site: TestApp,
  settings: Record<string, string> = {},
  { diskSize }: { diskSize?: string } = {},
): Promise<ServerProcess> {
  const { env } = site.deps
  const port = await freePort()
  const child = fork(path.join(import.meta.dirname, '../src/main.ts'), {
    ...launchedOn(diskSize),
    stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      DATABASE_URL: env.databaseUrl,
      PLINTH_DATA: env.dataDir,
      WEB_DIST: env.webDist,
      PUBLIC_URL,
      OIDC_ISSUER: env.oidc.issuer,
      OIDC_CLIENT_ID: env.oidc.clientId,
      OIDC_CLIENT_SECRET: env.oidc.clientSecret,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '0',
      UPLOAD_PATIENCE_MS: '300000',
      ...settings,
    },
  })
  let log = ''
  child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  await once(child, 'message')
  const proc = `/proc/${child.pid}`
  return {
    dataDir: path.join(`/proc/${child.pid}/root`, env.dataDir),
    origin: `http://127.0.0.1:${port}`,
    child,
    log: () => log,
    memory: () => {
      const status = readFileSync(`${proc}/status`, 'utf8')
      const bytesOf = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024
      // Resets the peak.
      writeFileSync(`${proc}/clear_refs`, '5')
      return { now: bytesOf('VmRSS'), most: bytesOf('VmHWM') }
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function launchedOn(diskSize: string | undefined) {
  if (diskSize === undefined) return { execArgv: [] }
  const shell = ['--user', '--map-root-user', '--mount', 'sh', '-c', ON_DISK, diskSize]
  return { execPath: 'unshare', execArgv: [...shell, process.execPath] }
}
