import type { ForkOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** From this niceness on a process only gets idle time. */
const IDLE_NICENESS = 19
/** Part of util-linux. It sets the scheduling class before the process begins, so all of its threads have it. */
const CHRT = '/usr/bin/chrt'
/** Without root, the kernel accepts one change of a session's priority per tenth of a second, across all sessions. */
const SESSION_REST_MS = 120
/** Below that, a session gets almost nothing while another one is busy, and pictures would never be ready. */
const SESSION_NICENESS = 10
const SESSION_TRIES = 50

/**
 * Options for starting a process with low priority. On Linux it gets a session of its own: with autogroup, the kernel
 * divides the processors among sessions, and a priority only counts within one. Every PostgreSQL connection is a
 * session, so its queries would otherwise compete with picture work as if that were requests.
 */
export function launchOptions(niceness: number, options: string[]): ForkOptions {
  const detached = process.platform === 'linux'
  if (niceness < IDLE_NICENESS || !existsSync(CHRT))
    return { detached, execPath: process.execPath, execArgv: options }
  return { detached, execPath: CHRT, execArgv: ['--idle', '0', process.execPath, ...options] }
}

/** Kills a process that was started with `launchOptions`, and on Linux also the programs that it has started. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'linux' ? -pid : pid, 'SIGKILL')
  } catch (error) {
    // There is nothing left to kill.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Lowers a process or a thread to this niceness, unless it is lower: the server may have been started with `nice`. */
export const lowerTo = (id: number, niceness: number): void =>
  // Without root a priority cannot be raised.
  os.setPriority(id, Math.max(niceness, os.getPriority(id)))

/** Lowers the priority of a process that has just started. The process lowers its own threads itself. */
export function lowerPriority(pid: number, niceness: number): void {
  lowerTo(pid, niceness)
  if (process.platform === 'linux') void lowerSession(pid, Math.min(niceness, SESSION_NICENESS))
}

async function lowerSession(pid: number, niceness: number): Promise<void> {
  for (let tries = 0; tries < SESSION_TRIES; tries += 1) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(niceness), { flag: 'r+' })
    } catch (error) {
      // Otherwise sessions have no priority on this system, or the process has ended.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      await sleep(SESSION_REST_MS, undefined, { ref: false })
    }
  }
}
