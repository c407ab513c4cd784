import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { FrameTimes } from '@plinth/contract/projects/frames.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import type { ArchiveList } from '../../../gateways/document/documents-tasks.ts'
import type { Shown } from './delivery-job-queries.ts'
import { MAKE_PICTURE_PROOF, MAKE_PROOF } from './delivery-rules.ts'
import { ROOMS, roomOf } from './room-sql.ts'

const AT_ONCE = 1_000

/** What is kept of a file's proof. Its objects are named, so that a check of the store knows them. */
export interface KeptProof {
  film?: {
    width: number
    height: number
    durationMs: number
    hasSound: boolean
    frames: FrameTimes
    /** The original is what browsers play. */
    isPlayable: boolean
  }
  sound?: { durationMs: number; peaks: string; isPlayable: boolean }
  pages?: { sizes: { width: number; height: number }[]; all: number }
  /** Its pyramid of tiles. */
  picture?: { width: number; height: number; size: number; levels: number }
  archive?: ArchiveList
  objects: string[]
}

/** Files that wait for their proof and that no job is working on. */
export async function findUnproved(
  db: Database,
): Promise<{ id: string; kind: MediaKind | 'other' }[]> {
  const { rows } = await sql<{ id: string; kind: MediaKind | 'other' }>`
    select df.id, df.kind from delivery_files df
    where df.proof is null and coalesce(df.proof_state, 'waiting') = 'waiting'
      and not exists (select 1 from pgboss.job j where j.name in (${MAKE_PROOF}, ${MAKE_PICTURE_PROOF})
        and j.state < 'completed' and j.data ->> 'fileId' = df.id::text)
    order by df.created_at limit ${AT_ONCE}`.execute(db)
  return rows
}

/** How many of somebody's files wait for their proof, at most 50. */
export async function countUnproved(trx: Database, ownerId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from delivery_files where owner_id = ${ownerId}::uuid and proof_state = 'waiting'
      limit 50) w`.execute(trx)
  return rows[0]?.waiting ?? 0
}

/** A file that waits for its proof. */
export interface ProofSource {
  kind: MediaKind | 'other'
  fileName: string
}

export async function findProofSource(
  db: Database,
  fileId: string,
): Promise<ProofSource | undefined> {
  const { rows } = await sql<ProofSource>`
    select kind, file_name as "fileName" from delivery_files
    where id = ${fileId}::uuid and proof is null
      and coalesce(proof_state, 'waiting') = 'waiting'`.execute(db)
  return rows[0]
}

/** What was made of a file, and how its first page looks. */
export interface MadeProof {
  kept: KeptProof
  fingerprint?: string | null
}

/** Records how it ended. Returns undefined if the file was deleted meanwhile. */
export async function recordProof(
  db: Database,
  fileId: string,
  end: MadeProof | 'none' | 'failed',
): Promise<Shown | undefined> {
  const made = typeof end === 'string' ? null : end
  const proof = made === null ? null : JSON.stringify(made.kept)
  const { rows } = await sql<Shown>`
    update delivery_files df set proof = ${proof}::jsonb,
      proof_state = ${typeof end === 'string' ? end : 'ready'},
      fingerprint = coalesce(fingerprint, ${made?.fingerprint ?? null}::bit(64))
    from ${ROOMS} p where df.id = ${fileId}::uuid and p.id = ${roomOf('df')}
    returning p.id as "projectId", case when df.delivery_id is null then array[p.creator_id::text]
      else array_remove(array[p.creator_id::text, p.client_id::text], null) end as "userIds"`.execute(
    db,
  )
  return rows[0]
}
