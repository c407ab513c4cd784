import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import type { createProject } from '@plinth/contract/projects/project-calls.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Seen } from '../../../core/references/reference-sql.ts'
import { meTable } from '../../../core/session/viewer-sql.ts'
import type { Database } from '../../../db/pool.ts'

/** What a client sends with a hire for the creator to look at. */
export interface Shown {
  mediaIds: readonly string[]
  references: readonly Required<NonNullable<BodyOf<typeof createProject>['references']>[number]>[]
}

/** Whether `projects` was sent with exactly this. */
export const showsSame = ({ mediaIds, references }: Shown): RawBuilder<boolean> => sql<boolean>`(
  array(select f.media_id from project_media f where f.project_id = projects.id
    order by f.position) = ${[...mediaIds]}::uuid[]
  and array(select concat_ws(' ', coalesce(r.portfolio_id, r.post_id), r.is_against, r.note)
    from project_references r where r.project_id = projects.id
    order by r.place) = array(select concat_ws(' ', a.id, a.is_against, a.note)
      from ${listed(references)} order by a.place))`

const listed = (references: Shown['references']) => sql`
  unnest(${references.map(({ kind }) => kind)}::text[], ${references.map(({ id }) => id)}::uuid[],
    ${references.map(({ note }) => note)}::text[], ${references.map(({ isAgainst }) => isAgainst)}::boolean[])
    with ordinality as a (kind, id, note, is_against, place)`

/** Adds the files. Returns false, having added nothing that counts, unless each is an intact one of the client's own. */
export async function insertFiles(
  trx: Database,
  { projectId, clientId }: { projectId: string; clientId: string },
  mediaIds: Shown['mediaIds'],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into project_media (project_id, position, media_id)
    select ${projectId}::uuid, f.position - 1, m.id
    from unnest(${[...mediaIds]}::uuid[]) with ordinality as f (id, position)
    join media m on m.id = f.id and m.owner_id = ${clientId}::uuid and m.state <> 'failed'`.execute(
    trx,
  )
  return Number(numAffectedRows) === mediaIds.length
}

/** Adds the works and posts. Returns false, having added nothing that counts, unless the client may see each of them. */
export async function insertReferences(
  trx: Database,
  { projectId, clientId }: { projectId: string; clientId: string },
  references: Shown['references'],
  { works, posts }: Seen,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with ${meTable({ viewerId: clientId })}
    insert into project_references (project_id, place, portfolio_id, post_id, note, is_against)
    select ${projectId}::uuid, a.place, w.id, s.id, a.note, a.is_against
    from ${listed(references)}
    left join lateral (
      select p.id from portfolio_items p where a.kind = 'work' and p.id = a.id and ${works.isSeen}) w on true
    left join lateral (
      select p.id from posts p where a.kind = 'post' and p.id = a.id and ${posts.isSeen}) s on true
    where num_nonnulls(w.id, s.id) = 1`.execute(trx)
  return Number(numAffectedRows) === references.length
}

/** The projects that were sent with this file, each with those who can see it. */
export async function findProjectsWithFile(
  db: Database,
  mediaId: string,
): Promise<{ id: string; userIds: string[] }[]> {
  const { rows } = await sql<{ id: string; userIds: string[] }>`
    select p.id, array_remove(array[p.client_id::text,
      case when p.shared_at is not null then p.creator_id::text end], null) as "userIds"
    from project_media f join projects p on p.id = f.project_id
    where f.media_id = ${mediaId}::uuid`.execute(db)
  return rows
}
