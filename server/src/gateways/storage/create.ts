import type { Env } from '../../env.ts'
import type { StorageGateway } from './storage.ts'
import { createFileStorage } from './files.ts'

/** Stores objects in a bucket if one is configured, otherwise as files in the data folder. */
export async function createStorage(env: Pick<Env, 'dataDir' | 's3'>): Promise<StorageGateway> {
  if (env.s3 === null) return createFileStorage(env.dataDir)
  // Loaded only when it is used: it is our largest library.
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage(env.s3)
}
