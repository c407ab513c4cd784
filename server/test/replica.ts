import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded, type EmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { createJobs } from '../src/jobs/queue.ts'
import { THROWAWAY } from './cluster-folder.ts'

export interface ReplicatedDatabase {
  primary: EmbeddedPostgres
  replica: EmbeddedPostgres
  /** The database on both. */
  urls: { primary: string; replica: string }
  /** Stops replaying, so that the replica shows an older state until it goes on. */
  pause: () => Promise<void>
  goOn: () => Promise<void>
  /** Resolves when the replica shows everything that the primary does. */
  caughtUp: () => Promise<void>
  stop: () => Promise<void>
}

const DATABASE = 'plinth'

/** A migrated database with a streaming replica, each a PostgreSQL of its own. */
export async function startReplicated(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-replica-'))
  // For root PostgreSQL runs as another user, who must be able to reach its data.
  execFileSync('chmod', ['755', folder])
  const settings = { ...THROWAWAY, wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' }
  const primary = await startEmbedded({
    dataDir: path.join(folder, 'primary'),
    settings,
    adopt: true,
  })
  await primary.createDatabase(DATABASE)
  await migrate(primary.url(DATABASE))
  const jobs = createJobs({ url: primary.url(DATABASE), run: false, onError: () => undefined })
  await jobs.start()
  await jobs.stop()
  const replicaFolder = path.join(folder, 'replica')
  await copyCluster(primary, replicaFolder)
  const replica = await startEmbedded({ dataDir: replicaFolder, settings, adopt: true })
  const urls = { primary: primary.url(DATABASE), replica: replica.url(DATABASE) }
  return {
    primary,
    replica,
    urls,
    pause: () => run(urls.replica, 'select pg_wal_replay_pause()').then(() => undefined),
    goOn: () => run(urls.replica, 'select pg_wal_replay_resume()').then(() => undefined),
    caughtUp: async () => {
      const [{ at } = { at: '' }] = await run(
        urls.primary,
        'select pg_current_wal_lsn()::text as at',
      )
      for (;;) {
        const [row] = await run(
          urls.replica,
          `select (pg_last_wal_replay_lsn() >= '${at}'::pg_lsn)::text as at`,
        )
        if (row?.at === 'true') return
      }
    },
    stop: async () => {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Copies a running cluster as a base backup does, so that it starts as a standby of the original. */
async function copyCluster(primary: EmbeddedPostgres, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url('postgres') })
  await client.connect()
  try {
    await client.query("select pg_backup_start('copy', true)")
    execFileSync('cp', ['-a', primary.dataDir, to])
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  await rm(path.join(to, 'postmaster.pid'))
  const { username, password, port } = new URL(primary.url('postgres'))
  await writeFile(path.join(to, 'standby.signal'), '')
  await writeFile(
    path.join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  )
  execFileSync('cp', ['-a', `${primary.dataDir}.password`, `${to}.password`])
  // For root the files above would be root's.
  execFileSync('chown', ['-R', `--reference=${primary.dataDir}`, to])
}

async function run(url: string, text: string): Promise<{ at: string }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ at: string }>(text)).rows
  } finally {
    await client.end()
  }
}
