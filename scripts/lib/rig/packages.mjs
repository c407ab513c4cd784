import { existsSync } from 'node:fs'
import path from 'node:path'
import { giveUp } from '../setup.mjs'

/** Where Debian has the programs of PostgreSQL 15, which are not on the path. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'

/** What the rig runs, and the package that each program is in. */
const PACKAGES = {
  [`${POSTGRES_BIN}/postgres`]: 'postgresql-15',
  patroni: 'patroni',
  etcd: 'etcd-server',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  varnishd: 'varnish',
  // Varnish compiles its configuration.
  gcc: 'gcc',
  'redis-server': 'redis-server',
  openssl: 'openssl',
  setpriv: 'util-linux',
}

/** Some of them are in a folder that only root has on its path. */
const FOLDERS = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
]

/** The path of a program. */
export const programOf = (name) =>
  FOLDERS.map((folder) => path.resolve(folder, name)).find((file) => existsSync(file))

/** What `npm run operations` runs. */
export const OPERATORS_PACKAGES = {
  [`${POSTGRES_BIN}/postgres`]: 'postgresql-15',
  pgbackrest: 'pgbackrest',
  rsync: 'rsync',
  setpriv: 'util-linux',
}

/** Exits with a sentence that says what to install, unless all programs are here. */
export function ensurePackages(packagesOf = PACKAGES, who = 'The rig') {
  const missing = Object.keys(packagesOf).filter((name) => programOf(name) === undefined)
  if (missing.length === 0) return
  const packages = missing.map((name) => packagesOf[name]).join(' ')
  giveUp(
    `${who} lacks ${missing.map((name) => path.basename(name)).join(', ')}. Debian 12: sudo apt-get install --no-install-recommends ${packages}`,
  )
}
