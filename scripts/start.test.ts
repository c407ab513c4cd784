// Tests `npm start` with its own PostgreSQL, which something kills.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { childrenOf } from '../server/test/processes.ts'
import { freePort } from '../server/test/sandbox.ts'
import { userEnv } from '../server/test/user.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** It may have to build the web and the server first. */
const TIMEOUT_MS = 300_000
/** For the server to find a PostgreSQL that is back. It recovers in a few seconds, on a busy machine in more. */
const BACK_MS = 10_000

let folder: string
let port: number
let child: ChildProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-start-'))
  // For root PostgreSQL runs as another user, who must be able to reach its data.
  await chmod(folder, 0o755)
  port = await freePort()
})
afterEach(async () => {
  if (child?.pid !== undefined && child.exitCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  child = undefined
  await rm(folder, { recursive: true, force: true })
}, TIMEOUT_MS)

const settings = () => ({
  ...userEnv(),
  PORT: String(port),
  PLINTH_DATA: folder,
  DATABASE_URL: '',
  // Without the sandbox and its demo world, which take a minute.
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'plinth',
  OIDC_CLIENT_SECRET: 'secret',
  DRAIN_SECONDS: '0',
})

async function start() {
  let text = ''
  const started = spawn('node', ['scripts/start.mjs'], { cwd: ROOT, env: settings() })
  child = started
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const isOver = () => text.includes('Plinth is open') || started.exitCode !== null
  await expect.poll(isOver, { timeout: TIMEOUT_MS }).toBe(true)
  expect(text).toContain('Plinth is open')
  return { child: started, text: () => text }
}

/** Ends the PostgreSQL without giving it a chance to say goodbye. */
function killPostgres(): void {
  const file = path.join(folder, 'postgres-18/postmaster.pid')
  process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
}

const works = () =>
  fetch(`http://127.0.0.1:${port}/api/portfolios?search=${Math.random()}`).then(
    ({ status }) => status,
    () => 0,
  )

it(
  'starts its PostgreSQL again when something kills it, and ends with a sentence when that goes on',
  async () => {
    const { child: plinth, text } = await start()
    const ended = once(plinth, 'exit')
    expect(await works()).toBe(200)
    const times = (words: string) => text().split(words).length - 1
    for (let round = 1; round <= 3; round += 1) {
      killPostgres()
      const isBack = () => times('The embedded PostgreSQL is back after')
      await expect.poll(isBack, { timeout: 3 * BACK_MS }).toBe(round)
      await expect.poll(works, { timeout: BACK_MS }).toBe(200)
      expect(times('The embedded PostgreSQL has ended. Starting it again')).toBe(round)
    }
    const [server = 0] = childrenOf(plinth.pid ?? 0)
    killPostgres()
    expect(await ended).toEqual([1, null])
    expect(text()).toContain('Plinth can’t go on without it. It has ended 4 times in five minutes.')
    expect(() => process.kill(server, 0)).toThrow('ESRCH')
  },
  TIMEOUT_MS,
)

it(
  'needs a PostgreSQL of the operator’s in production, and so does the command line',
  () => {
    for (const words of [['scripts/start.mjs'], ['scripts/plinth.mjs', 'migrate']]) {
      const { status, stdout, stderr } = spawnSync('node', words, {
        cwd: ROOT,
        env: { ...settings(), NODE_ENV: 'production', PUBLIC_URL: 'https://plinth.example.com' },
        encoding: 'utf8',
      })
      expect(status).toBe(1)
      expect(stdout + stderr).toMatch(/In production Plinth needs a PostgreSQL .* set DATABASE_URL/)
    }
  },
  TIMEOUT_MS,
)
