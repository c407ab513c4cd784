import { rmSync } from 'node:fs'
import path from 'node:path'
import { startEmbedded } from '../../../server/src/db/embedded.ts'
import { clusterFolder, THROWAWAY } from '../../../server/test/cluster-folder.ts'
import { root } from '../node.mjs'

/** Starts one cluster for many test runs in a row and in parallel, so that none of them starts or stops it. */
export async function benchMoney() {
  const dataDir = path.join(await clusterFolder(root), 'postgres-money')
  const postgres = await startEmbedded({ dataDir, settings: THROWAWAY, adopt: true })
  process.env.TEST_DATABASE_URL = postgres.url('postgres')
  try {
    await import('../../../bench/src/money/money.ts')
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
