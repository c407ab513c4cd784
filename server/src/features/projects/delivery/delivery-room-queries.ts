import {
  OPEN_STATUSES,
  type ProjectRole,
  type ProjectStatus,
} from '@plinth/contract/projects/project-states.ts'
import { sql } from 'kysely'
import { holdLock } from '../../../db/locks.ts'
import type { Database } from '../../../db/pool.ts'

export interface DeliveryRoom {
  /** Null to who is neither of the two. */
  role: ProjectRole | null
  status: ProjectStatus
}

/** A project as files are sent to it; nothing where the viewer must not learn that there is one. */
export async function findDeliveryRoom(
  db: Database,
  { projectId, viewerId }: { projectId: string; viewerId: string },
): Promise<DeliveryRoom | undefined> {
  const { rows } = await sql<DeliveryRoom>`
    select p.status, case ${viewerId}::uuid when p.client_id then 'client'
      when p.creator_id then 'creator' end as role
    from projects p
    where p.id = ${projectId}::uuid and (
      p.client_id = ${viewerId}::uuid
      or (p.creator_id = ${viewerId}::uuid and p.shared_at is not null)
      or exists (select 1 from users u where u.id = ${viewerId}::uuid and u.is_admin))`.execute(db)
  return rows[0]
}

export interface TakenByFiles {
  /** For the next delivery of the project: here, or on their way. */
  files: number
  /** Of all projects of the owner's that are not over. */
  bytes: number
}

/** What a person's files take up. Until the end of the transaction nobody else counts for the same person. */
export async function findTakenByFiles(
  trx: Database,
  { ownerId, projectId }: { ownerId: string; projectId: string },
): Promise<TakenByFiles> {
  await holdLock(trx, 'deliveriesOf', ownerId)
  const { rows } = await sql<TakenByFiles>`
    select count(*) filter (where f.is_next and f.project_id = ${projectId}::uuid)::int as files,
      coalesce(sum(f.bytes), 0)::float8 as bytes
    from (
      select df.project_id, df.bytes, df.delivery_id is null as is_next from delivery_files df
      join projects p on p.id = df.project_id and p.status = any(${OPEN_STATUSES}::text[])
      where df.owner_id = ${ownerId}::uuid
      union all
      select u.project_id, u.bytes, true from uploads u
      where u.owner_id = ${ownerId}::uuid and u.project_id is not null) f`.execute(trx)
  return rows[0] ?? { files: 0, bytes: 0 }
}
