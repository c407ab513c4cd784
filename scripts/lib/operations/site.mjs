// Checkouts of several versions, and their commands as a user who owns nothing else.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '../node.mjs'
import { programOf } from '../rig/packages.mjs'

/** A number that belongs to no account: this user has no name, no group and no home but what the drill gives. */
const USER = 64_931
export const isRoot = process.getuid?.() === 0
const INSTALL_MS = 900_000
const COMMAND_MS = 300_000
const OPEN = 'Plinth is open'

const as = isRoot ? ['--reuid', USER, '--regid', USER, '--clear-groups'].map(String) : []
const asUser = (words) => [programOf('setpriv'), [...as, '--pdeathsig', 'TERM', ...words]]

export const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()

/** A folder that belongs to the made-up user. */
export function makeOwnFolder(folder) {
  execFileSync('mkdir', ['-p', folder])
  if (isRoot) execFileSync('chown', ['-R', `${USER}:${USER}`, folder])
  return folder
}

/** Whether the made-up user may write into the folder of this checkout. */
export const mayWriteHere = () => {
  const [program, words] = asUser(['test', '-w', root])
  return spawnSync(program, words).status === 0
}

/** Processes of the made-up user, as process ids. */
export function processesOfUser() {
  if (!isRoot) return []
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      return status.includes(`\nUid:\t${USER}\t`) && !/^State:\tZ/m.test(status)
    } catch {
      // It has ended meanwhile.
      return false
    }
  })
}

/**
 * Clones this checkout at a commit. What another clone has installed is taken over if the lockfile is the same.
 * @param {{ folder: string, name: string, commit: string, like?: { folder: string } }} options
 */
export function cloneVersion({ folder, name, commit, like }) {
  const to = path.join(folder, name)
  // Files that are linked to this checkout would change hands with the clone.
  git('clone', '-q', '--no-hardlinks', root, to)
  execFileSync('git', ['-C', to, 'checkout', '-q', commit])
  const lockfile = (one) => readFileSync(path.join(one, 'package-lock.json'), 'utf8')
  if (like !== undefined && lockfile(like.folder) === lockfile(to))
    for (const part of ['.', ...readdirSync(to)]) {
      const installed = path.join(like.folder, part, 'node_modules')
      if (existsSync(installed)) execFileSync('cp', ['-al', installed, path.join(to, part)])
    }
  makeOwnFolder(to)
  return { folder: to, commit, home: makeOwnFolder(path.join(folder, 'home')) }
}

const environment = (version, settings) => ({
  PATH: process.env.PATH.split(path.delimiter)
    .filter((one) => !/node_modules|node-gyp-bin/.test(one))
    .join(path.delimiter),
  LANG: 'C.UTF-8',
  HOME: version.home,
  ...settings,
})

/** Runs a command of the pages in a checkout. Resolves to its exit code, its words, and its seconds. */
export async function runCommand(version, command, settings = {}) {
  const began = performance.now()
  const [program, words] = asUser(['sh', '-c', command])
  const child = spawn(program, words, {
    cwd: version.folder,
    env: environment(version, settings),
    // Its own process group, so that one that hangs can be ended with everything below it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), COMMAND_MS)
  const [status] = await once(child, 'close')
  clearTimeout(timer)
  return { status, said, seconds: (performance.now() - began) / 1_000 }
}

/** Runs a command that must succeed. */
export async function mustRun(version, command, settings) {
  const result = await runCommand(version, command, settings)
  if (result.status !== 0)
    throw new Error(`${command} ended with ${result.status}:\n${result.said.slice(-2_000)}`)
  return result
}

/**
 * Starts Plinth with a command of the pages, usually `npm start`. Resolves when it says that it is open, or with `ended`
 * and its exit code if it ends before.
 */
export async function startServer(version, { command = 'npm start', settings, port }) {
  const began = performance.now()
  const [program, words] = asUser(command.split(' '))
  const child = spawn(program, words, {
    cwd: version.folder,
    env: environment(version, { PORT: String(port), ...settings }),
    // Its own process group, so that Ctrl-C reaches only this process, which stops everything in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)))
  const opened = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
        if (said.includes(OPEN)) resolve('open')
      })
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), INSTALL_MS)
  const outcome = await Promise.race([opened, ended])
  clearTimeout(timer)
  const server = {
    origin: `http://127.0.0.1:${port}`,
    said: () => said,
    seconds: (performance.now() - began) / 1_000,
    exitCode: outcome === 'open' ? null : outcome,
    stop: async () => {
      const since = performance.now()
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const code = await ended
      return { code, seconds: (performance.now() - since) / 1_000 }
    },
  }
  return server
}

/** Starts Plinth and throws with its last words if it does not open. */
export async function mustStart(version, options, stops) {
  const server = await startServer(version, options)
  if (server.exitCode !== null)
    throw new Error(`Plinth ended with ${server.exitCode}:\n${server.said().slice(-2_000)}`)
  stops.push(server.stop)
  return server
}

export const askReady = async (origin) => {
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) })
  const { database } = await answer.json()
  return { status: answer.status, database }
}
