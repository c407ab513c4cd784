import type { MarkPlace, MarkState, ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProjectRole, ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { LinkRight } from '@plinth/contract/proofing/links.ts'
import { sql, type RawBuilder } from 'kysely'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import { ROOMS, roomOf } from '../delivery/room-sql.ts'
import { guestTable, type Pass } from './guests/guest-sql.ts'
import type { Marked } from './proofing-rules.ts'
import { markJson, markRows } from './proofing-sql.ts'

/** A room that is held until the end of the transaction. */
export interface HeldRoom {
  id: string
  /** The number of the change that this transaction makes. */
  change: number
  /** Null for guests, whose link has a right. */
  role: ProjectRole | null
  guestRight: LinkRight | null
  status: ProjectStatus
  /** Null in a room that somebody has opened for themselves. */
  clientId: string | null
  creatorId: string
}

/** Whose browsers hear of it. */
export const peopleOf = ({ clientId, creatorId }: HeldRoom): string[] =>
  clientId === null ? [creatorId] : [clientId, creatorId]

/** Who writes in a room: a member or a guest; the other one is null. */
export interface By {
  authorId: string | null
  guestId: string | null
}

/**
 * Holds a room for one of the two of its project, for its owner, or for a guest, and counts a change. Undefined if the caller is
 * none of them.
 */
export async function holdRoom(
  trx: Database,
  { id, viewerId, pass }: { id: string; viewerId: string | null; pass?: Pass | undefined },
): Promise<HeldRoom | undefined> {
  const [tables, isIn] =
    pass === undefined
      ? [
          sql`guest as (select null::text as rights)`,
          sql`(p.client_id = ${viewerId}::uuid
            or (p.creator_id = ${viewerId}::uuid and p.shared_at is not null))`,
        ]
      : [guestTable(pass), sql`p.id = g.room_id`]
  const { rows } = await sql<HeldRoom>`
    with ${tables}, own as (
      select p.id, p.status, p.client_id, p.creator_id, g.rights from ${ROOMS} p cross join guest g
      where p.id = ${id}::uuid and ${isIn}),
    held as (
      insert into proof_rooms (id, changes) select id, 1 from own
      on conflict (id) do update set changes = proof_rooms.changes + 1 returning id, changes)
    select h.id, h.changes as change, o.status, o.client_id as "clientId", o.creator_id as "creatorId",
      o.rights as "guestRight", case ${viewerId}::uuid when o.client_id then 'client'
        when o.creator_id then 'creator' end as role
    from held h join own o on o.id = h.id`.execute(trx)
  return rows[0]
}

/** The delivered file that a mark is about, if the room has it. */
export async function findMarked(
  trx: Database,
  { roomId, versionId }: { roomId: string; versionId: string },
): Promise<Marked | undefined> {
  const { rows } = await sql<Marked>`
    select kind, proof from delivery_files
    where id = ${versionId}::uuid and ${roomOf('delivery_files')} = ${roomId}::uuid
      and delivery_id is not null`.execute(trx)
  return rows[0]
}

interface NewMark extends By {
  id: string
  roomId: string
  versionId: string
  place: MarkPlace
  text: string
  change: number
}

/** Returns false if there is a mark of this id. The room is held, so no number is given twice. */
export async function insertMark(trx: Database, mark: NewMark): Promise<boolean> {
  const { place } = mark
  const { numAffectedRows } = await sql`
    insert into proof_marks (id, room_id, version_id, number, author_id, guest_id, shape, points, page, from_time, to_time,
      text, change)
    select ${mark.id}::uuid, ${mark.roomId}::uuid, ${mark.versionId}::uuid,
      1 + coalesce((select max(number) from proof_marks where version_id = ${mark.versionId}::uuid), 0),
      ${mark.authorId}::uuid, ${mark.guestId}::uuid, ${place.shape}, ${place.points}::real[], ${place.page}::int,
      ${place.from}::bigint, ${place.to}::bigint, ${mark.text}, ${mark.change}::int
    on conflict (id) do nothing`.execute(trx)
  return numAffectedRows === 1n
}

export async function countMarks(trx: Database, roomId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from proof_marks where room_id = ${roomId}::uuid`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Marks of all guests who came by the same link. */
export async function countLinkMarks(trx: Database, guestId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from proof_guests one join proof_guests g on g.link_id = one.link_id
      join proof_marks m on m.guest_id = g.id
    where one.id = ${guestId}::uuid`.execute(trx)
  return rows[0]?.count ?? 0
}

/** What decides whether a mark may be changed. */
export interface HeldMark extends By {
  id: string
  versionId: string
  state: MarkState
  isFrozen: boolean
  isGone: boolean
  /** Answers that are not gone. */
  replies: number
  /** Whether somebody else than its author has answered. */
  isAnswered: boolean
}

export async function findHeldMark(
  trx: Database,
  { roomId, markId }: { roomId: string; markId: string },
): Promise<HeldMark | undefined> {
  const { rows } = await sql<HeldMark>`
    select m.id, m.version_id as "versionId", m.author_id as "authorId",
      m.guest_id as "guestId", m.state,
      m.round is not null as "isFrozen", m.gone_at is not null as "isGone", a.count::int as replies,
      a.others > 0 as "isAnswered"
    from proof_marks m cross join lateral (
      select count(*), count(*) filter (
        where r.author_id is distinct from m.author_id or r.guest_id is distinct from m.guest_id) as others
      from proof_replies r where r.mark_id = m.id and r.gone_at is null) a
    where m.id = ${markId}::uuid and m.room_id = ${roomId}::uuid`.execute(trx)
  return rows[0]
}

interface Change {
  markId: string
  change: number
}

export async function changeMark(
  trx: Database,
  { markId, change, text, place }: Change & { text: string | null; place: MarkPlace | null },
): Promise<void> {
  await sql`
    update proof_marks set change = ${change}::int, edited_at = now(),
      text = coalesce(${text}, text), shape = coalesce(${place?.shape ?? null}, shape),
      points = coalesce(${place?.points ?? null}::real[], points),
      page = case when ${place !== null}::boolean then ${place?.page ?? null}::int else page end,
      from_time = case when ${place !== null}::boolean then ${place?.from ?? null}::bigint else from_time end,
      to_time = case when ${place !== null}::boolean then ${place?.to ?? null}::bigint else to_time end
    where id = ${markId}::uuid`.execute(trx)
}

/** The words are removed; the row stays, so that whoever shows the mark learns that it is gone. */
export async function removeMark(trx: Database, { markId, change }: Change): Promise<void> {
  await sql`
    update proof_marks set change = ${change}::int, gone_at = now(), text = '' where id = ${markId}::uuid`.execute(
    trx,
  )
}

export async function setMarkState(
  trx: Database,
  { markId, change, state }: Change & { state: MarkState },
): Promise<void> {
  await sql`
    update proof_marks set change = ${change}::int, state = ${state},
      done_at = case when ${state} = 'open' then null when ${state} = 'done' then now() else done_at end,
      confirmed_at = case when ${state} = 'confirmed' then now() end
    where id = ${markId}::uuid`.execute(trx)
}

export async function touchMark(trx: Database, { markId, change }: Change): Promise<void> {
  await sql`update proof_marks set change = ${change}::int where id = ${markId}::uuid`.execute(trx)
}

/** Returns false if there is an answer of this id. */
export async function insertReply(
  trx: Database,
  reply: By & { id: string; markId: string; text: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into proof_replies (id, mark_id, author_id, guest_id, text, created_at)
    values (${reply.id}::uuid, ${reply.markId}::uuid, ${reply.authorId}::uuid, ${reply.guestId}::uuid, ${reply.text},
      clock_timestamp())
    on conflict (id) do nothing`.execute(trx)
  return numAffectedRows === 1n
}

/** Whether a row is of this member or guest. */
const isBy = (row: RawBuilder<unknown>, { authorId, guestId }: By): RawBuilder<boolean> =>
  sql<boolean>`(${row}.author_id = ${authorId}::uuid or ${row}.guest_id = ${guestId}::uuid)`

/** Whether an answer of this id is the one that its author sends again. */
export async function isSameReply(
  trx: Database,
  reply: By & { id: string; markId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from proof_replies where id = ${reply.id}::uuid and mark_id = ${reply.markId}::uuid
      and ${isBy(sql.table('proof_replies'), reply)}`.execute(trx)
  return rows.length === 1
}

/** Returns `none` if the mark has no such answer, and `others` if it is somebody else's. */
export async function removeReply(
  trx: Database,
  reply: By & { id: string; markId: string },
): Promise<'removed' | 'others' | 'none'> {
  const { rows } = await sql<{ isRemoved: boolean }>`
    with named as (
      select id, author_id, guest_id from proof_replies
      where id = ${reply.id}::uuid and mark_id = ${reply.markId}::uuid and gone_at is null),
    removed as (
      update proof_replies r set gone_at = now(), text = '' from named n
      where r.id = n.id and ${isBy(sql.table('n'), reply)} returning r.id)
    select exists (select from removed) as "isRemoved" from named`.execute(trx)
  const [row] = rows
  if (row === undefined) return 'none'
  return row.isRemoved ? 'removed' : 'others'
}

export async function readMark(
  trx: Database,
  { markId, authorId, guestId }: By & { markId: string },
): Promise<ProofMark | undefined> {
  const seer = { viewerId: sql`${authorId}::uuid`, guestId: sql`${guestId}::uuid` }
  const { rows } = await sql<{ json: ProofMark }>`
    select ${markJson(seer)} as json from ${markRows}
    where m.id = ${markId}::uuid`.execute(trx)
  return rows[0]?.json
}

/**
 * Makes a delivered file a version of a thing, or a thing of its own. Returns `none` if the room has no such file or
 * thing, and `taken` if its delivery has a version of that thing, or it is the one that others are versions of.
 */
export async function bindVersion(
  trx: Database,
  bound: { roomId: string; versionId: string; thingId: string | null },
): Promise<'bound' | 'none' | 'taken'> {
  const { roomId, versionId, thingId } = bound
  const { rows } = await sql<{ isThing: boolean; isTaken: boolean; isFirst: boolean }>`
    select
      ${thingId}::uuid is null or exists (
        select from delivery_files o where o.thing_id = ${thingId}::uuid and ${roomOf('o')} = ${roomOf('f')}) as "isThing",
      exists (
        select from delivery_files o where o.thing_id = ${thingId}::uuid and o.delivery_id = f.delivery_id
          and o.id <> f.id) as "isTaken",
      exists (
        select from delivery_files o where o.thing_id = f.id and o.id <> f.id) as "isFirst"
    from delivery_files f
    where f.id = ${versionId}::uuid and ${roomOf('f')} = ${roomId}::uuid and f.delivery_id is not null`.execute(
    trx,
  )
  const [row] = rows
  if (row === undefined || !row.isThing) return 'none'
  // A thing has the id of its first file, which can't become part of another while others are versions of it.
  if (row.isTaken || (row.isFirst && thingId !== versionId)) return 'taken'
  await sql`
    update delivery_files set thing_id = coalesce(${thingId}::uuid, id), is_arranged = true where id = ${versionId}::uuid`.execute(
    trx,
  )
  return 'bound'
}

/** Comments of one person within so many hours are told once. */
const TOLD_HOURS = 3

/** Tells the other side that one of the two writes comments, unless they were told lately. */
export async function tellOfRemarks(
  trx: Database,
  { room, authorId }: { room: HeldRoom; authorId: string | null },
): Promise<void> {
  // A room of one's own belongs to no project, and its guests are emailed about answers.
  if (authorId === null || room.clientId === null) return
  await sql`
    with event as (
      insert into project_events (id, project_id, kind, by_role, actor_id)
      select ${newId()}::uuid, ${room.id}::uuid, 'remarked', ${room.role}, ${authorId}::uuid
      where not exists (
        select from project_events e where e.project_id = ${room.id}::uuid and e.kind = 'remarked'
          and e.actor_id = ${authorId}::uuid
          and e.created_at > now() - ${sql.lit(TOLD_HOURS)} * interval '1 hour')
      returning id)
    insert into notices (kind, actor_id, project_event_id)
    select 'project', ${authorId}::uuid, id from event`.execute(trx)
}

/** Tells both of a hire, or whoever opened the room for themselves, that a guest has written. */
export async function tellOfGuest(
  trx: Database,
  { roomId, markId, guestId }: { roomId: string; markId: string; guestId: string },
): Promise<void> {
  await sql`
    insert into notices (kind, room_id, mark_id, guest_id)
    values ('proof', ${roomId}::uuid, ${markId}::uuid, ${guestId}::uuid)`.execute(trx)
}
