import type { ProofMarks, ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../../core/session/viewer-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'
import { isoTime } from '../../../db/time-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { areFilesOpen } from '../delivery/delivery-sql.ts'
import { viewerId } from '../room/project-card-sql.ts'
import { decisionsJson, picksJson } from './decision-sql.ts'
import { markJson, markRows, thingsJson } from './proofing-sql.ts'

export interface RoomKey {
  id: string
  viewerId: string
  /** Staff who may look into a room once there has been a dispute. */
  isAdmin: boolean
}

/** Whether the viewer may see the room of project `p`: one of the two, or staff after a dispute. */
const isSeen = (isAdmin: boolean): RawBuilder<boolean> => sql<boolean>`(
  p.client_id = ${viewerId} or (p.creator_id = ${viewerId} and p.shared_at is not null)
  or (${isAdmin}::boolean and exists (select from project_disputes x where x.project_id = p.id)))`

/** A room as it is read; what the viewer may do in it follows from their role. */
export type RoomRow = Omit<ProofRoom, 'rights'>

export const roomStatement = ({ id, viewerId: userId, isAdmin }: RoomKey) => sql<{ json: RoomRow }>`
  with ${meTable({ viewerId: userId })}
  select json_build_object('id', p.id, 'title', p.title, 'status', p.status,
    'client', ${personJson('c')}, 'creator', ${personJson('u')},
    'role', case ${viewerId} when p.client_id then 'client' when p.creator_id then 'creator' end,
    'things', ${thingsJson(viewerId)},
    'deliveries', (
      select coalesce(json_agg(json_build_object('number', d.number, 'note', d.note,
        'createdAt', ${isoTime(sql`d.created_at`)}, 'answer', d.answer) order by d.number desc), '[]')
      from project_deliveries d where d.project_id = p.id),
    'decisions', ${decisionsJson(viewerId)}, 'picks', ${picksJson},
    'changes', coalesce((select r.changes from proof_rooms r where r.id = p.id), 0),
    'isOpen', ${areFilesOpen('p', viewerId)}) as json
  from projects p join users c on c.id = p.client_id join users u on u.id = p.creator_id
  where p.id = ${id}::uuid and ${isSeen(isAdmin)}`

/** Undefined if there is no such project, or the viewer must not learn of it. */
export async function findRoom(db: Database, key: RoomKey): Promise<RoomRow | undefined> {
  const { rows } = await roomStatement(key).execute(db)
  return rows[0]?.json
}

export const marksStatement = (
  { id, viewerId: userId, isAdmin }: RoomKey,
  since: number | null,
) => sql<{ json: ProofMarks }>`
  with ${meTable({ viewerId: userId })}
  select json_build_object('changes', coalesce(r.changes, 0), 'marks', (
    select coalesce(json_agg(${markJson(viewerId)} order by m.created_at, m.id), '[]')
    from ${markRows}
    where m.room_id = p.id and m.change > ${since ?? 0}::int
      and (${since !== null}::boolean or m.gone_at is null))) as json
  from projects p left join proof_rooms r on r.id = p.id
  where p.id = ${id}::uuid and ${isSeen(isAdmin)}`

/** Marks that changed after this count of changes; all that are not gone without it. */
export async function findMarks(
  db: Database,
  key: RoomKey,
  since: number | null,
): Promise<ProofMarks | undefined> {
  const { rows } = await marksStatement(key, since).execute(db)
  return rows[0]?.json
}
