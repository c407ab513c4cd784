import type { ForkOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** From here on a child gets only what nobody else wants. */
const IDLE_NICENESS = 19
/** Of util-linux. It sets the class before the child begins, so that all of its threads have it. */
const CHRT = '/usr/bin/chrt'
/** Who is not root may set the priority of one session in a tenth of a second, whoever's it is. */
const SESSION_REST_MS = 120
/** Lower than that, a session gets next to nothing while another one is busy: pictures would never be ready. */
const SESSION_NICENESS = 10
const SESSION_TRIES = 50

/**
 * How a child that gives way is started: on Linux in a session of its own. Where the processors are shared out among
 * sessions (autogroup), a priority says only who goes first within one, and every connection of PostgreSQL is another:
 * its queries would wait for pictures as if these were requests.
 */
export function launchOptions(niceness: number, options: string[]): ForkOptions {
  const detached = process.platform === 'linux'
  if (niceness < IDLE_NICENESS || !existsSync(CHRT))
    return { detached, execPath: process.execPath, execArgv: options }
  return { detached, execPath: CHRT, execArgv: ['--idle', '0', process.execPath, ...options] }
}

/** From when it starts; of the threads that it has begun by then it takes care itself. */
export function lowerPriority(pid: number, niceness: number): void {
  os.setPriority(pid, niceness)
  if (process.platform === 'linux') void lowerSession(pid, Math.min(niceness, SESSION_NICENESS))
}

async function lowerSession(pid: number, niceness: number): Promise<void> {
  for (let tries = 0; tries < SESSION_TRIES; tries += 1) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(niceness), { flag: 'r+' })
    } catch (error) {
      // Else sessions have no priority here, or the child is gone.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      await sleep(SESSION_REST_MS, undefined, { ref: false })
    }
  }
}
