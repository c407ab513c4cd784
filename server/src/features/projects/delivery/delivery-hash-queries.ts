import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import { HASH_FILE } from './delivery-rules.ts'

const AT_ONCE = 1_000

/** Whether a file has no SHA-256 yet. */
export async function isUnhashed(db: Database, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from delivery_files where id = ${fileId}::uuid and sha256 is null`.execute(db)
  return rows.length === 1
}

/** Files without a SHA-256 that no job is working on. */
export async function findUnhashed(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select df.id from delivery_files df
    where df.sha256 is null and not exists (select 1 from pgboss.job j where j.name = ${HASH_FILE}
      and j.state < 'completed' and j.data ->> 'fileId' = df.id::text)
    order by df.created_at limit ${AT_ONCE}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Files without a SHA-256 of the delivery that waits for its answer; none unless it is this client's, where one is
 * given.
 */
export async function findUnhashedOf(
  db: Database,
  { projectId, clientId }: { projectId: string; clientId: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select df.id from projects p cross join lateral (
      select d.id from project_deliveries d where d.project_id = p.id
      order by d.number desc limit 1) d
    join delivery_files df on df.delivery_id = d.id and df.sha256 is null
    where p.id = ${projectId}::uuid and p.status = 'delivered'
      and p.client_id = coalesce(${clientId}::uuid, p.client_id)`.execute(db)
  return rows.map((row) => row.id)
}

export async function recordHash(db: Database, fileId: string, sha256: Buffer): Promise<void> {
  await sql`
    update delivery_files set sha256 = ${sha256} where id = ${fileId}::uuid and sha256 is null`.execute(
    db,
  )
}
