import type { ProofMarks, ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import type { LinkRight } from '@plinth/contract/proofing/links.ts'
import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../../core/session/viewer-sql.ts'
import { personJson, personOrNull } from '../../../core/users/person-sql.ts'
import { isoTime } from '../../../db/time-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { areFilesOpen } from '../delivery/delivery-sql.ts'
import { isOfRoom, ROOMS } from '../delivery/room-sql.ts'
import { viewerId } from '../room/project-card-sql.ts'
import { guestSeer, markJson, markRows, memberSeer, thingsJson, type Seer } from './proofing-sql.ts'
import { AT_WORK } from './proofing-rules.ts'
import { FILE_GUEST, guestId, guestTable, type Pass } from './guests/guest-sql.ts'
import { decisionsJson, picksJson } from './decision-sql.ts'
import { likenessesJson } from './likeness-sql.ts'

export interface RoomKey {
  id: string
  /** Null for guests. */
  viewerId: string | null
  /** Staff who may look into a room once there has been a dispute. */
  isAdmin: boolean
  /** Of a guest. */
  pass?: Pass | undefined
}

/** Who looks: a member in `me`, or a guest in `guest`. */
const seenBy = ({ viewerId: userId, pass }: RoomKey): RawBuilder<unknown> =>
  pass === undefined
    ? meTable({ viewerId: userId })
    : sql`${meTable({ viewerId: null })}, ${guestTable(pass)}`

const seerOf = ({ pass }: RoomKey): Seer =>
  pass === undefined ? memberSeer(viewerId) : guestSeer(guestId)

/** Whether they may see room `p`: one of the two of a project, its owner, its guest, or staff after a dispute. */
const isSeen = ({ isAdmin, pass }: RoomKey): RawBuilder<boolean> =>
  pass === undefined
    ? sql<boolean>`(
      p.client_id = ${viewerId} or (p.creator_id = ${viewerId} and p.shared_at is not null)
      or (${isAdmin}::boolean and exists (select from project_disputes x where x.project_id = p.id)))`
    : sql<boolean>`p.id = (select room_id from guest)`

/** A room as it is read; what the viewer may do in it follows from their role or their link. */
export interface RoomRow extends Omit<ProofRoom, 'rights'> {
  guestRight: LinkRight | null
  /** How far the project is, which guests are not told. */
  realStatus: ProjectStatus
}

/** How far the project is. Guests learn whether it goes on, and not what the two agreed or argue about. */
const statusOf = (isGuest: boolean): RawBuilder<unknown> =>
  isGuest
    ? sql`case when p.status = any(${[...AT_WORK]}::text[]) then 'delivered' else 'completed' end`
    : sql`p.status`

/** What the creator wrote with a delivery, and what the client said to it, is between the two. */
const deliveriesJson = (isGuest: boolean): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object('number', d.number,
    'note', ${isGuest ? sql`''` : sql`d.note`}, 'createdAt', ${isoTime(sql`d.created_at`)},
    'answer', ${isGuest ? sql`null` : sql`d.answer`}) order by d.number desc), '[]')
  from project_deliveries d where ${isOfRoom('d')})`

export const roomStatement = (key: RoomKey) => sql<{ json: RoomRow }>`
  with ${seenBy(key)}
  select json_build_object('id', p.id, 'title', p.title, 'status', ${statusOf(key.pass !== undefined)},
    'client', ${personOrNull('c')}, 'creator', ${personJson('u')},
    'role', case ${viewerId} when p.client_id then 'client' when p.creator_id then 'creator' end,
    'realStatus', p.status, 'guestRight', ${key.pass === undefined ? sql`null` : sql`(select rights from guest)`},
    'things', ${thingsJson(viewerId, key.pass === undefined ? undefined : FILE_GUEST)},
    'deliveries', ${deliveriesJson(key.pass !== undefined)},
    'decisions', ${decisionsJson(seerOf(key))}, 'picks', ${picksJson},
    'likenesses', ${likenessesJson(viewerId)},
    'changes', coalesce((select r.changes from proof_rooms r where r.id = p.id), 0),
    'isOpen', ${key.pass === undefined ? areFilesOpen('p', viewerId) : FILE_GUEST.isOpen}) as json
  from ${ROOMS} p left join users c on c.id = p.client_id join users u on u.id = p.creator_id
  where p.id = ${key.id}::uuid and ${isSeen(key)}`

/** Undefined if there is no such room, or the viewer must not learn of it. */
export async function findRoom(db: Database, key: RoomKey): Promise<RoomRow | undefined> {
  const { rows } = await roomStatement(key).execute(db)
  return rows[0]?.json
}

export const marksStatement = (key: RoomKey, since: number | null) => sql<{ json: ProofMarks }>`
  with ${seenBy(key)}
  select json_build_object('changes', coalesce(r.changes, 0), 'marks', (
    select coalesce(json_agg(${markJson(seerOf(key))} order by m.created_at, m.id), '[]')
    from ${markRows}
    where m.room_id = p.id and m.change > ${since ?? 0}::int
      and (${since !== null}::boolean or m.gone_at is null))) as json
  from ${ROOMS} p left join proof_rooms r on r.id = p.id
  where p.id = ${key.id}::uuid and ${isSeen(key)}`

/** Marks that changed after this count of changes; all that are not gone without it. */
export async function findMarks(
  db: Database,
  key: RoomKey,
  since: number | null,
): Promise<ProofMarks | undefined> {
  const { rows } = await marksStatement(key, since).execute(db)
  return rows[0]?.json
}

/** Whether somebody is one of the two of a room's project, or has opened the room for themselves. */
export async function isOneOfRoom(
  db: Database,
  { roomId, userId }: { roomId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from ${ROOMS} p where p.id = ${roomId}::uuid
      and (p.client_id = ${userId}::uuid or (p.creator_id = ${userId}::uuid and p.shared_at is not null))`.execute(
    db,
  )
  return rows.length > 0
}
