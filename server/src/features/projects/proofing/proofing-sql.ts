import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofThing } from '@plinth/contract/proofing/rooms.ts'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../../db/time-sql.ts'
import { personOrNull } from '../../../core/users/person-sql.ts'
import { deliveryFileJson, type FileGuest } from '../delivery/delivery-sql.ts'
import { isOfRoom } from '../delivery/room-sql.ts'

type Sql = RawBuilder<unknown>

/** Whose own things are theirs: a member's, or a guest's. The other one is null. */
export interface Seer {
  viewerId: Sql
  guestId: Sql
}
const NO_ID = sql`null::uuid`
export const memberSeer = (viewerId: Sql): Seer => ({ viewerId, guestId: NO_ID })
export const guestSeer = (guestId: Sql): Seer => ({ viewerId: NO_ID, guestId })

/** The contract's ProofAuthor from the rows of `users` and `proof_guests` with these aliases, of which one is there. */
export const authorJson = (user: string, guest: string, { viewerId, guestId }: Seer): Sql => {
  const [u, g] = [sql.table(user), sql.table(guest)]
  return sql`json_build_object('person', ${personOrNull(user)},
    'guest', case when ${g}.id is not null then coalesce(nullif(${g}.name, ''), 'Guest') end,
    'isViewer', coalesce(${u}.id = ${viewerId}, ${g}.id = ${guestId}, false))`
}

const repliesJson = (seer: Seer): Sql => sql`(
  select coalesce(json_agg(json_build_object('id', a.id, 'by', ${authorJson('v', 'vg', seer)}, 'text', a.text,
    'createdAt', ${isoTime(sql`a.created_at`)}) order by a.created_at, a.id), '[]')
  from proof_replies a left join users v on v.id = a.author_id left join proof_guests vg on vg.id = a.guest_id
  where a.mark_id = m.id and a.gone_at is null and m.gone_at is null)`

/** The contract's ProofMark from row `m` of `proof_marks`, its file `df` and its author: member `w` or guest `wg`. */
export const markJson = (seer: Seer): RawBuilder<ProofMark> => sql<ProofMark>`json_build_object(
  'id', m.id, 'number', m.number, 'thingId', df.thing_id, 'versionId', m.version_id,
  'place', json_build_object('shape', m.shape, 'points', m.points, 'page', m.page,
    'from', m.from_time, 'to', m.to_time),
  'by', ${authorJson('w', 'wg', seer)}, 'text', case when m.gone_at is null then m.text else '' end,
  'state', m.state, 'doneAt', ${isoTime(sql`m.done_at`)}, 'confirmedAt', ${isoTime(sql`m.confirmed_at`)},
  'round', m.round, 'replies', ${repliesJson(seer)}, 'createdAt', ${isoTime(sql`m.created_at`)},
  'editedAt', ${isoTime(sql`m.edited_at`)}, 'change', m.change, 'isGone', m.gone_at is not null)`

/**
 * Where the rows of `markJson` come from. Files and guests are looked up one by one: as joins, PostgreSQL would rather read
 * all of them for a room with many marks.
 */
export const markRows = sql`proof_marks m
  cross join lateral (select f.thing_id from delivery_files f where f.id = m.version_id offset 0) df
  left join users w on w.id = m.author_id
  left join lateral (select g.id, g.name from proof_guests g where g.id = m.guest_id offset 0) wg on true`

const versionJson = (
  viewerId: Sql,
  guest?: FileGuest,
): Sql => sql`${deliveryFileJson('df', 'p', viewerId, guest)}::jsonb
  || jsonb_build_object('number', df.version, 'delivery', df.delivery_number,
    'deliveredAt', ${isoTime(sql`df.delivered_at`)}, 'frames', df.proof -> 'film' -> 'frames')`

/** The contract's ProofThings of room `p`, in the order of the newest delivery. */
export const thingsJson = (viewerId: Sql, guest?: FileGuest): RawBuilder<ProofThing[]> => sql<
  ProofThing[]
>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'versions', g.versions)
    order by g.newest desc, g.place, g.id), '[]')
  from (
    select df.thing_id as id, json_agg(${versionJson(viewerId, guest)} order by df.delivery_number desc) as versions,
      max(df.delivery_number) as newest,
      (array_agg(df.position order by df.delivery_number desc))[1] as place
    from (
      select f.*, d.number as delivery_number, d.created_at as delivered_at,
        row_number() over (partition by f.thing_id order by d.number) as version
      from project_deliveries d join delivery_files f on f.delivery_id = d.id
      where ${isOfRoom('d')}) df
    group by df.thing_id) g)`
