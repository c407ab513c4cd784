import { createHash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import path from 'node:path'

const SHARED_MEMORY = '/dev/shm'
/** Two clusters take a tenth of it; the rest of the machine goes on meanwhile. */
const LEAST_ROOM = 2 * 1024 ** 3
const LEAST_MEMORY = 4 * 1024 ** 3

/** Durability is for data somebody wants to keep, and tidying for what lives longer. What is logged would stay in memory. */
export const THROWAWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '192MB',
  autovacuum: 'off',
  max_connections: '200',
}

/**
 * Where the tests of this checkout keep their clusters: in memory where there is plenty, as making and dropping
 * databases takes three to seven times the processor on a disk; else below `.plinth`.
 */
export async function clusterFolder(root: string): Promise<string> {
  const room = await statfs(SHARED_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  if (room < LEAST_ROOM || process.availableMemory() < LEAST_MEMORY)
    return path.join(root, '.plinth/test')
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12)
  return path.join(SHARED_MEMORY, `plinth-test-${name}`)
}
