import type { Deps } from '../../deps.ts'
import { createFolder } from './folder.ts'
import { createPieces } from './pieces.ts'
import type { Staging } from './staging.ts'

type StagingDeps = Pick<Deps, 'db' | 'storage'> & { env: Pick<Deps['env'], 'dataDir' | 's3'> }

/** Keeps unfinished uploads in the bucket if one is configured, otherwise in the data folder. */
export const createStaging = (deps: StagingDeps): Staging =>
  deps.env.s3 === null ? createFolder(deps) : createPieces(deps)
