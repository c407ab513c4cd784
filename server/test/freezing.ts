import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { THROWAWAY } from './cluster-folder.ts'
import { childrenOf } from './processes.ts'

export interface FreezingDatabase {
  url: string
  /** Stops every process of this PostgreSQL where it is: connections stay open, and nothing answers. */
  freeze: () => void
  thaw: () => void
  close: () => Promise<void>
}

/** A migrated database on a PostgreSQL of its own, which a test may stop without stopping those of others. */
export async function startFreezingDatabase(): Promise<FreezingDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-freezing-'))
  // For root PostgreSQL runs as another user, who must be able to reach its data.
  execFileSync('chmod', ['755', folder])
  const postgres = await startEmbedded({
    dataDir: path.join(folder, 'data'),
    settings: THROWAWAY,
    adopt: true,
  })
  await postgres.createDatabase('plinth')
  const url = postgres.url('plinth')
  await migrate(url)
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    const file = path.join(postgres.dataDir, 'postmaster.pid')
    const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
    // It first, so that it starts no more children.
    process.kill(postmaster, name)
    for (const pid of childrenOf(postmaster)) {
      try {
        process.kill(pid, name)
      } catch (error) {
        // It ended after it was found, as the process of a connection that has just closed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  const thaw = () => signal('SIGCONT')
  return {
    url,
    freeze: () => signal('SIGSTOP'),
    thaw,
    close: async () => {
      thaw()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
