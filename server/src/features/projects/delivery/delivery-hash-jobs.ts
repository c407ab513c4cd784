import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import { deliveredKey } from '../../../core/media/media-rules.ts'
import type { Deps } from '../../../deps.ts'
import { findUnhashed, findUnhashedOf, isUnhashed, recordHash } from './delivery-hash-queries.ts'
import { HASH_FILE, LATER, SWEEP_HASHES } from './delivery-rules.ts'

type HashDeps = Pick<Deps, 'db' | 'storage'>

const EVERY_TEN_MINUTES = '*/10 * * * *'

/** Reads the SHA-256 of every delivered file: decisions and approvals are about exactly these bytes. */
export function registerHashJobs(app: FastifyInstance, deps: HashDeps & Pick<Deps, 'jobs'>): void {
  const { db, jobs } = deps
  jobs.work<{ fileId: string }>(
    HASH_FILE,
    async ({ fileId }) => {
      await hashFile(deps, fileId)
    },
    { concurrency: 2, retries: 2, expireIn: 1_800 },
  )
  jobs.work(
    SWEEP_HASHES,
    async () => {
      for (const fileId of await findUnhashed(db)) {
        await jobs.send(db, HASH_FILE, { fileId }, { priority: LATER })
      }
    },
    { schedule: EVERY_TEN_MINUTES },
  )
  app.addHook('onListen', () => jobs.send(db, SWEEP_HASHES, {}))
}

/** Reads a file once, piece by piece, unless its SHA-256 is known. Nothing happens if it is gone. */
export async function hashFile({ db, storage }: HashDeps, fileId: string): Promise<void> {
  if (!(await isUnhashed(db, fileId))) return
  const object = await storage.open(deliveredKey(fileId))
  if (object === null) return
  const hash = createHash('sha256')
  await pipeline(object.stream, hash)
  await recordHash(db, fileId, hash.digest())
}

/** Reads what the job has not come to yet of the delivery that is about to be approved. */
export async function hashDelivery(
  deps: HashDeps,
  projectId: string,
  clientId: string | null = null,
): Promise<void> {
  for (const fileId of await findUnhashedOf(deps.db, { projectId, clientId }))
    await hashFile(deps, fileId)
}
