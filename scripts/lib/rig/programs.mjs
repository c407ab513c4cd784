// Starts programs of the system, writes what they say to files, and ends each by its process id.
import { execFileSync, spawn } from 'node:child_process'
import { openSync, closeSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveUp } from '../setup.mjs'
import { programOf } from './packages.mjs'

/** Debian's user for PostgreSQL, which like pgbouncer refuses to run as root. */
const USER = 'postgres'
const START_MS = 60_000
const STOP_MS = 20_000
const isRoot = process.getuid?.() === 0

/** Makes files readable for the programs, which for root run as another user. */
export function handOver(file) {
  if (isRoot) execFileSync('chown', ['-R', `${USER}:`, file])
}

/** For root: exits with a sentence if the other user cannot enter each folder on the path. */
export function ensureReachable(folder) {
  if (!isRoot) return
  for (let at = path.resolve(folder); at !== path.dirname(at); at = path.dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0)
      giveUp(
        `For root the rig runs PostgreSQL as the user ${USER}, who cannot enter ${at}. Allow that (chmod o+x ${at}) or clone Plinth elsewhere.`,
      )
  }
}

/** Those that run, also if they are not ready yet. */
const running = new Map()
let isEnding = false

/** Starts nothing more: whoever still starts something gets an error. */
export function startNoMore() {
  isEnding = true
}

/** Ends a program, also if it is not ready yet. */
export const stopProgram = async (label) => void (await running.get(label)?.end('SIGTERM'))

/** The process id of a program that was started. */
export const pidOf = (label) => running.get(label)?.pid

/**
 * Starts a program and resolves once it is ready. It gets SIGTERM when this process dies, however that happens.
 * @param {{ folder: string, name: string, label?: string, args: string[], isReady: () => Promise<boolean> }} options
 */
export async function startProgram({ folder, name, label = name, args, isReady }) {
  if (isEnding) throw new Error(`The rig ends, so ${label} was not started.`)
  const logFile = path.join(folder, `logs/${label}.log`)
  const log = openSync(logFile, 'a')
  const as = isRoot ? ['--reuid', USER, '--regid', USER, '--init-groups'] : []
  const words = [...as, '--pdeathsig', 'TERM', programOf(name), ...args]
  const child = spawn(programOf('setpriv'), words, {
    cwd: folder,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: folder },
    // Its own process group, so that Ctrl-C reaches only this process, which stops everything in order.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal) => {
    if (isGone()) return
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await ended
    clearTimeout(timer)
  }
  running.set(label, { pid: child.pid, end })
  await until(`${label} is ready`, () => {
    if (isGone()) throw new Error(`${label} ended:\n${lastLines(logFile)}`)
    return isReady()
  }).catch(async (error) => {
    await end('SIGTERM')
    throw error
  })
  return { pid: child.pid, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

const lastLines = (file) => readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n')

/** Waits until it is so. Throws an error that says what was waited for. */
export async function until(what, isSo, ms = START_MS) {
  const deadline = performance.now() + ms
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`After ${ms / 1_000} seconds it was still not so that ${what}.`)
    await sleep(100)
  }
}

/** The answer of a part of the rig, or null while it does not answer. */
export async function ask(url, init = {}) {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(2_000), ...init })
  } catch {
    return null
  }
}

/** All processes below one, itself included. */
export function familyOf(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return [pid, ...children.split(' ').filter(Boolean).map(Number).flatMap(familyOf)]
  } catch {
    // It has ended meanwhile.
    return []
  }
}

export function killNow(pids) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
}
