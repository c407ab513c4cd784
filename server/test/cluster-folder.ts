import { createHash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import path from 'node:path'

const SHARED_MEMORY = '/dev/shm'
/** Two clusters take a tenth of this, so the machine keeps enough memory. */
const MIN_FREE_SHARED = 2 * 1024 ** 3
const MIN_FREE_MEMORY = 4 * 1024 ** 3

/** Settings for databases that nobody keeps: no durability, no vacuuming, and a small log, since it is in memory. */
export const THROWAWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '192MB',
  autovacuum: 'off',
  max_connections: '200',
}

/**
 * The folder for the database clusters of the tests: in memory if there is plenty, because creating and dropping
 * databases on a disk takes three to seven times the CPU time; otherwise below `.plinth`.
 */
export async function clusterFolder(root: string): Promise<string> {
  const free = await statfs(SHARED_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  if (free < MIN_FREE_SHARED || process.availableMemory() < MIN_FREE_MEMORY)
    return path.join(root, '.plinth/test')
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12)
  return path.join(SHARED_MEMORY, `plinth-test-${name}`)
}
