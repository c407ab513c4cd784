import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Path of `redis-server`, or undefined. */
export const findRedis = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'redis-server'))
    .find((file) => existsSync(file))

/** The path of Redis, installed first if necessary and allowed. Otherwise prints one line that says what is skipped. */
export function ensureRedis(leftOut) {
  const found = findRedis() ?? installed()
  if (found === undefined) {
    console.log(
      `No Redis was found: ${leftOut} over PostgreSQL alone. Debian and Ubuntu: sudo apt-get install redis-server`,
    )
  }
  return found
}

function installed() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Redis …')
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Single-user mode keeps Debian from starting the service; the tests start their own.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'redis-server']
  if (spawnSync('apt-get', install, options).status !== 0) {
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', install, options)
  }
  return findRedis()
}
